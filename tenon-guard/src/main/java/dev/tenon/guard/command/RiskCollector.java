package dev.tenon.guard.command;

/** Hears of a dangerous part. */
@FunctionalInterface
interface RiskCollector {
    void addRisk(String rule, int argument, String text, String reason);
}
