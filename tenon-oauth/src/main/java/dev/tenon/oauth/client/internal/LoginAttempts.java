package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.util.MultivaluedMapUtils;
import dev.tenon.concurrent.BoundedCache;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which logins a server has caused within ten minutes (authorization, section "Step-Up Authorization Flow"). A second one for the
 * same operation and the same scopes would bother a person for nothing; more than five, whatever the server names as their
 * reason, are too many. Guarded by its user.
 */
final class LoginAttempts {
    /** How many times a person is asked to log in because of the server. */
    static final int MOST = 5;

    private static final Duration MEMORY = Duration.ofMinutes(10);

    private final Clock clock;
    private final BoundedCache<String, Instant> tried;
    private final Deque<Instant> begun = new ArrayDeque<>();

    LoginAttempts(Clock clock) {
        this.clock = clock;
        this.tried = BoundedCache.<String, Instant>builder(256)
                .expiredWhen(until -> !clock.instant().isBefore(until))
                .build();
    }

    /** Whether this is the first for that operation; from now on it is not. */
    boolean isFirst(Map<String, List<String>> sent, Set<String> scopes) {
        String key = MultivaluedMapUtils.getFirstValue(sent, "mcp-method") + "\n"
                + MultivaluedMapUtils.getFirstValue(sent, "mcp-name") + "\n" + new TreeSet<>(scopes);
        if (tried.get(key) != null) {
            return false;
        }
        tried.put(key, clock.instant().plus(MEMORY));
        return true;
    }

    /** Whether the server can cause no login for now. */
    boolean areTooMany() {
        Instant since = clock.instant().minus(MEMORY);
        begun.removeIf(time -> !time.isAfter(since));
        return begun.size() >= MOST;
    }

    /** A person is asked to log in, because of the server. */
    void begin() {
        begun.add(clock.instant());
    }
}
