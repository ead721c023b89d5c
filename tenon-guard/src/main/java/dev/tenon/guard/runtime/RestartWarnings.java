package dev.tenon.guard.runtime;

import dev.tenon.guard.config.GuardConfig;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says which changes of a configuration count only from the next start on. */
final class RestartWarnings {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private static final Map<String, Function<GuardConfig, Object>> RESTART_ONLY_SECTIONS = new TreeMap<>(Map.of(
            "front", GuardConfig::listen,
            "paths of endpoints", GuardEndpoint::paths,
            "limits in front", GuardConfig::limits,
            "audit", config -> config.audit().toString(),
            "telemetry", GuardConfig::telemetry));

    private RestartWarnings() {}

    static void logIfNeeded(GuardConfig before, GuardConfig after) {
        String waiting = RESTART_ONLY_SECTIONS.entrySet().stream()
                .filter(part ->
                        !part.getValue().apply(before).equals(part.getValue().apply(after)))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        if (!waiting.isEmpty()) {
            LOG.warn("Changed, and will count from the next start on: {}", waiting);
        }
    }
}
