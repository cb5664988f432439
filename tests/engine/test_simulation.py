"""Many rounds at once are the step engine's rounds, and their figures are the exact ones."""

import math
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from copy import deepcopy
from pickle import dumps, loads

import numpy as np
import pytest

from thirtyone import (
    PRESETS,
    SCAT,
    deal,
    estimate_knock_odds,
    hand_values_after,
    knock_or_wait,
    knock_table,
    simulation,
    view,
)
from thirtyone.deck import shuffled
from thirtyone.rounds import decks_of
from thirtyone.simulation import mean_of, simulate
from thirtyone.strategies import Counter, Marks, at_random, beginner, published_marks


def test_the_decks_of_a_seed_are_its_shuffles_however_they_are_asked_for():
    whole = shuffled(SCAT.deck, seed=5, count=50)
    assert (decks_of(SCAT, 5, 0, 50) == whole).all()
    assert (decks_of(SCAT, 5, 20, 7) == whole[20:27]).all()


def test_strategies_of_all_kinds_play_the_same_decks():
    slow = simulate(2, strategies=[lambda v: Marks()(v)] * 2, rounds=300, seed=3)
    assert slow == simulate(2, strategies=[Marks()] * 2, rounds=300, seed=3)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_one_seed_gives_one_result_whatever_the_executor(pool, monkeypatch):
    alone = simulate(3, rounds=50_000, seed=9)
    with pool(2) as executor:
        assert simulate(3, rounds=50_000, seed=9, executor=executor) == alone
    assert repr(alone) == repr(simulate(3, rounds=50_000, seed=9))
    assert simulate(3, rounds=50_000, seed=10) != alone


def test_a_local_cluster_does_the_work_too():
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        found = simulate(2, rounds=50_000, seed=9, executor=client.get_executor())
    assert found == simulate(2, rounds=50_000, seed=9)


def knocks_at_once():
    """Exact lives lost when the first player knocks with anything, nobody being dealt a 31."""
    table = knock_table(reply="mean")
    total = sum(odds.total for value, odds in table.items() if value < 31)
    own = sum(
        2 * odds["lowest"] + odds["beaten by 31"] for value, odds in table.items() if value < 31
    )
    return own / total


def test_figures_are_within_four_standard_errors_and_a_wrong_one_is_not():
    found = simulate(2, strategies=[Marks(), Marks((0,))], rounds=400_000, seed=4)
    quiet = 1 - found.ends["31 dealt"].value
    # The few who are dealt 31, and the others then, have losses of their own: taken out.
    dealt = found.ends["31 dealt"].value / 2
    lost = (found.lost[1].value - dealt) / quiet
    error = found.lost[1].stderr / quiet
    assert abs(lost - knocks_at_once()) < 4 * error
    assert abs(1.01 * lost - knocks_at_once()) > 4 * error
    assert found.lost[1].n == 400_000


def test_an_interrupt_keeps_what_is_done(monkeypatch):
    done = []

    def block(*task):
        done.append(task)
        if len(done) == 3:
            raise KeyboardInterrupt
        return block_before(*task)

    block_before = simulation.play_block
    monkeypatch.setattr(simulation, "play_block", block)
    found = simulate(2, rounds=200_000)
    assert found.rounds == 2 * simulation.BLOCK
    assert all(figure.n == found.rounds for figure in found.lost)


class Interrupted:
    """Plays by marks until it is stopped by the keyboard."""

    def __init__(self, after):
        self.left = after

    def __call__(self, seen):
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt
        return Marks()(seen)


def test_an_interrupt_keeps_what_is_done_of_rounds_that_are_stepped():
    result = simulate(2, strategies=[Interrupted(400)] * 2, rounds=10**6, seed=3)
    assert 10 < result.rounds < 200
    assert result == simulate(2, strategies=[Marks()] * 2, rounds=result.rounds, seed=3)
    with pytest.raises(KeyboardInterrupt):
        simulate(2, strategies=[Interrupted(1)] * 2)


class Given:
    """An executor that only notes what it is given, and is interrupted at the third result."""

    def __init__(self):
        self.tasks, self.futures = [], []

    def submit(self, play, *task):
        self.tasks.append(task)
        self.futures.append(Future())
        if len(self.futures) <= 2:
            self.futures[-1].set_result(play(*task))
        elif len(self.futures) == 3:
            self.futures[-1].set_exception(KeyboardInterrupt())
        return self.futures[-1]


@pytest.mark.parametrize("ahead", [2, 3, 1_000])
def test_an_interrupted_executor_is_given_no_more(monkeypatch, ahead):
    monkeypatch.setattr(simulation, "AHEAD", ahead)
    executor = Given()
    result = simulate(3, rounds=200_000, seed=4, executor=executor)
    assert result == simulate(3, rounds=2 * simulation.BLOCK, seed=4)
    assert len(executor.tasks) == min(10, 2 + ahead)
    assert all(future.cancelled() for future in executor.futures[3:])


def test_an_executor_is_given_blocks_of_stepped_rounds_by_time(monkeypatch):
    monkeypatch.setattr(simulation, "ENOUGH", 0)

    class Counted(ThreadPoolExecutor):
        tasks = 0

        def submit(self, *task):
            self.tasks += 1
            return super().submit(*task)

    strategies = [Counter(), at_random(5)]
    with Counted(2) as executor:
        result = simulate(2, strategies=strategies, rounds=40, seed=8, executor=executor)
    assert executor.tasks == 19  # of two rounds, after one and two
    monkeypatch.setattr(simulation, "ENOUGH", 60)
    assert simulate(2, strategies=strategies, rounds=40, seed=8) == result


def test_a_pool_plays_what_is_played_alone_by_chance_too():
    strategies = [at_random(1), at_random(2)]
    alone = simulate(2, strategies=strategies, rounds=60, seed=6)
    assert simulate(2, strategies=[at_random(1), at_random(2)], rounds=60, seed=6) == alone
    with ProcessPoolExecutor(2) as executor:
        assert simulate(2, strategies=strategies, rounds=60, seed=6, executor=executor) == alone


RESULTS = {
    "simulate": lambda: simulate(2, rounds=1_000),
    "knock_table": knock_table,
    "knock_table, worked out": lambda: knock_table(rules=PRESETS["DUTCH"]),
    "estimate_knock_odds": lambda: estimate_knock_odds("KH 8H 2C", "5D", rounds=1_000),
    "hand_values_after": lambda: hand_values_after(1, rounds=1_000),
    "knock_or_wait": lambda: knock_or_wait(view(deal(2, seed=1, dealer=1), 0), rounds=1_000),
    "published_marks": lambda: published_marks(2),
    "view": lambda: view(deal(2, seed=1), 0),
    "state": lambda: deal(2, seed=1),
}


@pytest.mark.parametrize("name", RESULTS)
def test_results_can_be_copied_and_pickled(name):
    result = RESULTS[name]()
    for copy in (deepcopy(result), loads(dumps(result))):
        assert copy == result and repr(copy) == repr(result) and type(copy) is type(result)


def test_a_pool_returns_results():
    with ProcessPoolExecutor(1) as pool:
        assert pool.submit(simulate, 2, rounds=1_000).result() == simulate(2, rounds=1_000)
        assert pool.submit(knock_table).result() == knock_table()


def test_results_cannot_be_changed():
    for mapping in (simulate(2, rounds=10).ends, knock_table(), hand_values_after(1, rounds=100)):
        with pytest.raises(TypeError):
            mapping[next(iter(mapping))] = 0


def test_few_rounds_are_not_certain():
    one, ten = simulate(2, rounds=1), simulate(2, rounds=10)
    for figure in (*one.lost, *one.gain, *one.loses, *one.ends.values(), *one.knocked_by):
        assert math.isnan(figure.stderr) and repr(figure).endswith(" (one round)")
        assert not figure.differs_from(0)
    assert repr(one).startswith("1 round with 2 players, seed 0")
    assert repr(ten.ends["drawn"]) == "under 3 in 10"


def test_a_mean_of_few_equal_rounds_says_so():
    assert repr(mean_of(20, 40, 1, 10, seed=0)) == "2 (10 equal rounds)"
    assert not mean_of(20, 40, 1, 10, seed=0).differs_from(0)
    two = simulate(3, rounds=2)
    assert {repr(lost) for lost in two.lost} == {"0 (2 equal rounds)", "1 (2 equal rounds)"}


def test_a_mean_is_that_of_its_rounds():
    figures = np.array([3, -1, 4, 1, -5, 9, -2, 6])
    result = mean_of(int(figures.sum()), int((figures**2).sum()), 4, len(figures), seed=0)
    assert result.value == figures.mean() / 4
    assert result.stderr == pytest.approx(figures.std() / 4 / math.sqrt(len(figures)))


def test_sums_are_what_they_say():
    found = simulate(4, rounds=30_000, seed=2)
    assert sum(share.value for share in found.ends.values()) == pytest.approx(1)
    assert sum(gain.value for gain in found.gain) == pytest.approx(0, abs=1e-12)
    knocked = sum(share.value for share in found.knocks.values())
    assert knocked == pytest.approx(sum(share.value for share in found.knocked_by))
    assert "30,000 rounds with 4 players, seed 2" in repr(found)


def test_the_default_is_the_published_marks():
    marks = published_marks(4)
    assert simulate(4, rounds=2_000) == simulate(4, strategies=[marks] * 4, rounds=2_000)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: simulate(1), "players is a whole number from 2 to 9, not 1"),
        (lambda: simulate(2, rounds=0), "rounds is a whole number from 1"),
        (lambda: simulate(2, seed=-1), "seed is a whole number from 0"),
        (lambda: simulate(3, strategies=[Marks()]), "3 players need 3 strategies, not 1"),
        (lambda: simulate(None), "players is a whole number from 2 to 9, not None"),
        (lambda: simulate(2.0), "players is a whole number from 2 to 9, not 2.0"),
        (lambda: simulate(True), "players is a whole number from 2 to 9, not True"),
        (lambda: simulate(2, rounds=1e5), "rounds is a whole number from 1"),
        (lambda: simulate(2, rounds=math.nan), "rounds is a whole number from 1"),
        (lambda: simulate(2, rounds=None), "rounds is a whole number from 1"),
        (lambda: simulate(2, seed=None), "seed is a whole number from 0, not None"),
        (lambda: simulate(2, strategies="ab"), "'a' is no strategy: give one such as Marks"),
        (lambda: simulate(2, strategies=[None, None]), "None is no strategy"),
        (lambda: simulate(2, strategies=[Marks, Marks]), "Marks'> is no strategy"),
        (lambda: simulate(2, strategies=[at_random, Marks()]), "at_random'> is no strategy"),
        (lambda: simulate(2, strategies={Marks(), beginner()}), "a list, one a seat"),
        (lambda: simulate(2, strategies=5), "2 players need 2 strategies, not 1"),
        (lambda: simulate(2, strategies=[lambda seen: None] * 2), "an action is text such as"),
        (lambda: simulate(2, executor=5), "an executor is one of concurrent.futures, not 5"),
        (lambda: simulate(2, executor=ThreadPoolExecutor), "an executor is one of concurrent"),
        (lambda: simulate(2, rules="SCAT"), "rules takes Rules"),
        (lambda: simulate(2, rules=None), "rules takes Rules"),
        (lambda: Marks(()), "marks are values from 0 to 34"),
        (lambda: Marks((22, 40)), "marks are values from 0 to 34"),
        (lambda: Marks((22,), take="best"), 'take is "mean" or "greedy"'),
    ],
)
def test_refused_with_a_sentence(call, says):
    with pytest.raises(ValueError) as raised:
        call()
    assert says in str(raised.value)


def test_random_play_is_slow_but_sure():
    found = simulate(3, strategies=[at_random(1)] * 3, rounds=200, seed=1)
    assert found.rounds == 200
    assert np.isclose(sum(gain.value for gain in found.gain), 0)


@pytest.mark.parametrize(("switch", "disable"), [("1", True), ("", False)])
def test_the_progress_bar_has_tqdms_own_switch(monkeypatch, switch, disable):
    options = []
    monkeypatch.setenv("TQDM_DISABLE", switch)
    monkeypatch.setattr("tqdm.auto.tqdm", lambda tallies, **how: options.append(how) or tallies)
    simulate(2, rounds=40_000)
    assert [how["disable"] for how in options] == [disable]


def test_rounds_that_are_stepped_have_a_progress_bar_too(monkeypatch):
    options = []
    monkeypatch.setattr(simulation, "ENOUGH", 0)
    monkeypatch.setattr("tqdm.auto.tqdm", lambda tallies, **how: options.append(how) or tallies)
    simulate(2, strategies=[at_random(1)] * 2, rounds=33)
    assert [how["total"] for how in options] == [15]
