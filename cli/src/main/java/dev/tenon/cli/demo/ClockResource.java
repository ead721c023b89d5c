package dev.tenon.cli.demo;

import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.server.McpServer;
import dev.tenon.server.feature.ResourceSpec;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** A resource that changes by itself. Subscribed clients are notified every three seconds. */
final class ClockResource {
    static final String URI = "demo://clock";
    private static final Duration TICK = Duration.ofSeconds(3);

    private ClockResource() {}

    static ResourceSpec spec() {
        return ResourceSpec.builder(URI)
                .name("clock")
                .title("Clock")
                .description("What time it is where the server runs. Subscribe to it for updates.")
                .mimeType("text/plain")
                .handler((request, call) -> LocalTime.now(ZoneId.systemDefault())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString());
    }

    /** Starts the clock thread, which sends nothing while no client is subscribed. */
    static void startClockThread(McpServer server) {
        HandlerExecutors.newDaemonThread(() -> runTicks(server), "demo-clock").start();
    }

    private static void runTicks(McpServer server) {
        try {
            while (true) {
                Thread.sleep(TICK.toMillis());
                if (server.status().subscriptions() > 0) {
                    server.notifyResourceUpdated(URI);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
