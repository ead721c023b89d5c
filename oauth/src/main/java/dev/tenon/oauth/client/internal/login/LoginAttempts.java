package dev.tenon.oauth.client.internal.login;

import com.nimbusds.oauth2.sdk.util.MultivaluedMapUtils;
import dev.tenon.internal.concurrent.BoundedCache;
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
 * Counts the logins that a server caused within ten minutes (MCP authorization, section "Step-Up Authorization Flow").
 * A second login for the same operation and scopes would not help; more than five are rejected, whatever reason the
 * server gives. Not thread-safe.
 */
public final class LoginAttempts {
    /** The maximum number of logins that the server can cause in ten minutes. */
    public static final int MAX_LOGINS = 5;

    private static final Duration WINDOW = Duration.ofMinutes(10);

    private final Clock clock;
    private final BoundedCache<String, Instant> expiryByOperation;
    private final Deque<Instant> logins = new ArrayDeque<>();

    public LoginAttempts(Clock clock) {
        this.clock = clock;
        this.expiryByOperation = BoundedCache.<String, Instant>builder(256)
                .expireWhen(until -> !clock.instant().isBefore(until))
                .build();
    }

    /** Registers a login for an operation; returns false if there was one within ten minutes. */
    public boolean tryRegisterOperation(Map<String, List<String>> requestHeaders, Set<String> scopes) {
        String key = MultivaluedMapUtils.getFirstValue(requestHeaders, "mcp-method") + "\n"
                + MultivaluedMapUtils.getFirstValue(requestHeaders, "mcp-name") + "\n" + new TreeSet<>(scopes);
        if (expiryByOperation.get(key) != null) {
            return false;
        }
        expiryByOperation.put(key, clock.instant().plus(WINDOW));
        return true;
    }

    /** Returns whether the server has caused the maximum number of logins. */
    public boolean isLimitReached() {
        Instant since = clock.instant().minus(WINDOW);
        logins.removeIf(time -> !time.isAfter(since));
        return logins.size() >= MAX_LOGINS;
    }

    /** Counts a login that the server caused. */
    public void recordLogin() {
        logins.add(clock.instant());
    }
}
