"""Build the sections on Dixit in a report."""

from lab.analysis.evaluation import Report
from lab.papers.dixitworld.answers import add_people, read_answers
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
        sections += build_arena_sections(rounds, report.run.stand_ins)
    if len(answers):
        sections += build_bench_sections(report, answers)
    if report.beside is not None:
        rounds = rounds if len(rounds) else read_rounds(report.beside)
        answers = answers if len(answers) else read_answers(report.beside)
    if len(rounds) and len(answers):
        sections += build_correlation_section(rounds, answers)
    return sections
