"""What the widgets that are not converted yet are made of."""
