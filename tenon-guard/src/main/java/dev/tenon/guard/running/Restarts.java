package dev.tenon.guard.running;

import dev.tenon.guard.config.GuardConfig;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says which changes of a configuration count only from the next start on. */
final class Restarts {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private static final Map<String, Function<GuardConfig, Object>> PARTS = new TreeMap<>(Map.of(
            "front", GuardConfig::front,
            "paths of endpoints", Endpoint::paths,
            "limits in front", GuardConfig::limits,
            "audit", config -> config.audit().toString(),
            "telemetry", GuardConfig::telemetry));

    private Restarts() {}

    static void tell(GuardConfig before, GuardConfig after) {
        String waiting = PARTS.entrySet().stream()
                .filter(part ->
                        !part.getValue().apply(before).equals(part.getValue().apply(after)))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        if (!waiting.isEmpty()) {
            LOG.warn("Changed, and will count from the next start on: {}", waiting);
        }
    }
}
