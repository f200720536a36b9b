"""Build the sections on Dixit in a report."""

from dataclasses import replace

import pandas as pd

from lab.analysis.evaluation import Report
from lab.papers.dixitworld.bench_answers import add_people, read_answers
from lab.papers.dixitworld.option_split import split_by_options
from lab.papers.dixitworld.report.arena import build_arena_sections
from lab.papers.dixitworld.report.bench import build_bench_sections
from lab.papers.dixitworld.report.correlation import build_correlation_section
from lab.papers.dixitworld.rounds import read_rounds
from lab.report.section import ReportSection


def build_sections(report: Report) -> list[ReportSection]:
    """Build the sections of a run of Dixit: those for which it has games or answers."""
    sections: list[ReportSection] = []
    rounds = read_rounds(report.run)
    answers = read_answers(report.run)
    if report.people:
        answers = add_people(answers, report.people, report.run)
    if len(rounds) and report.run.experiment.teams is not None:
        sections += _build_arena_sections(rounds, report)
    if len(answers):
        sections += build_bench_sections(report, answers)
    if report.beside is not None:
        rounds = rounds if len(rounds) else read_rounds(report.beside)
        answers = answers if len(answers) else read_answers(report.beside)
    if len(rounds) and len(answers) and len(list(split_by_options(rounds))) == 1:
        sections += build_correlation_section(rounds, answers)
    return sections


def _build_arena_sections(rounds: pd.DataFrame, report: Report) -> list[ReportSection]:
    """Build the sections on the Arena, apart by options that vary."""
    parts = list(split_by_options(rounds))
    if len(parts) == 1:
        return build_arena_sections(rounds, report.run.stand_ins)
    return [
        replace(
            section,
            title=f"{section.title}: {where}",
            frames={
                f"{name}_{number}": frame.assign(options=where)
                for name, frame in section.frames.items()
            },
        )
        for number, (where, some) in enumerate(parts, 1)
        for section in build_arena_sections(some, report.run.stand_ins)
    ]
