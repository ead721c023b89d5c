package dev.tenon.guard.command;

/** Receives the dangerous parts of a command. */
@FunctionalInterface
interface RiskCollector {
    void addRisk(String rule, int argument, String text, String reason);
}
