package dev.tenon.guard.config;

import java.util.Optional;

/** Reads what is reported of the guard, and where. */
record TelemetryReader(Problems problems) {
    private static final int MOST_PORT = 65_535;

    TelemetryPlan read(Section section) {
        Optional<TelemetryPlan.Address> operations =
                section.text("prometheus").map(text -> address(text, section.line("prometheus")));
        return new TelemetryPlan(operations, section.text("otlp"), section.text("service"), section.texts("hosts"));
    }

    private TelemetryPlan.Address address(String text, int line) {
        int colon = text.lastIndexOf(':');
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port > MOST_PORT) {
            problems.add(line, "the port must be at most " + MOST_PORT + ", but is " + port);
        }
        return new TelemetryPlan.Address(text.substring(0, colon).replaceAll("[\\[\\]]", ""), port);
    }
}
