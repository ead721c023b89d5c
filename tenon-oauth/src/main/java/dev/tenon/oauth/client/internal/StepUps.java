package dev.tenon.oauth.client.internal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which operations have led to a step-up already (authorization, section "Step-Up Authorization Flow"): a second one within
 * ten minutes, for the same operation and the same scopes, would bother a person for nothing. Guarded by its user.
 */
final class StepUps {
    private static final Duration MEMORY = Duration.ofMinutes(10);
    private static final int MOST = 256;

    private final Clock clock;
    private final Map<String, Instant> tried = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > MOST;
        }
    };

    StepUps(Clock clock) {
        this.clock = clock;
    }

    /** Whether this is the first for that operation; from now on it is not. */
    boolean isFirst(Map<String, List<String>> sent, Set<String> scopes) {
        String key = header(sent, "mcp-method") + "\n" + header(sent, "mcp-name") + "\n" + new TreeSet<>(scopes);
        Instant now = clock.instant();
        Instant before = tried.get(key);
        if (before != null && now.isBefore(before.plus(MEMORY))) {
            return false;
        }
        tried.put(key, now);
        return true;
    }

    private static @Nullable String header(Map<String, List<String>> sent, String name) {
        List<String> values = sent.get(name);
        return values == null || values.isEmpty() ? null : values.get(0);
    }
}
