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
 * Which logins a server has caused within ten minutes (authorization, section "Step-Up Authorization Flow"). A second
 * one for the same operation and the same scopes would bother a person for nothing; more than five, whatever the server
 * names as their reason, are too many. Guarded by its user.
 */
public final class LoginAttempts {
    /** How many times a person is asked to log in because of the server. */
    public static final int MAX_LOGINS = 5;

    private static final Duration WINDOW = Duration.ofMinutes(10);

    private final Clock clock;
    private final BoundedCache<String, Instant> registered;
    private final Deque<Instant> logins = new ArrayDeque<>();

    public LoginAttempts(Clock clock) {
        this.clock = clock;
        this.registered = BoundedCache.<String, Instant>builder(256)
                .expireWhen(until -> !clock.instant().isBefore(until))
                .build();
    }

    /** Whether this is the first for that operation; from now on it is not. */
    public boolean tryRegister(Map<String, List<String>> sent, Set<String> scopes) {
        String key = MultivaluedMapUtils.getFirstValue(sent, "mcp-method") + "\n"
                + MultivaluedMapUtils.getFirstValue(sent, "mcp-name") + "\n" + new TreeSet<>(scopes);
        if (registered.get(key) != null) {
            return false;
        }
        registered.put(key, clock.instant().plus(WINDOW));
        return true;
    }

    /** Whether the server can cause no login for now. */
    public boolean isLimitReached() {
        Instant since = clock.instant().minus(WINDOW);
        logins.removeIf(time -> !time.isAfter(since));
        return logins.size() >= MAX_LOGINS;
    }

    /** A person is asked to log in, because of the server. */
    public void recordLogin() {
        logins.add(clock.instant());
    }
}
