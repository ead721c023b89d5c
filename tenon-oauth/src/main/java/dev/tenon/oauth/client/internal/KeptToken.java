package dev.tenon.oauth.client.internal;

import dev.tenon.client.HttpAuth;
import dev.tenon.oauth.client.AccessToken;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthLimits;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A token that is used until it is about to end, and what is known of it. */
public final class KeptToken implements HttpAuth {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth.client");
    /** Whoever gives no token is not asked for each request. */
    private static final Duration PAUSE = Duration.ofSeconds(2);
    /** A token that was refused although it was new is not replaced so soon. */
    private static final Duration DISTRUST = Duration.ofSeconds(10);

    private final Supplier<AccessToken> source;
    private final OAuthLimits limits;
    private final Clock clock;
    private final Turn turn;
    private final AtomicReference<@Nullable Held> held = new AtomicReference<>();
    private @Nullable Failure failure;

    /** A token of that source, got when it is needed. */
    public KeptToken(Supplier<AccessToken> source, OAuthLimits limits, Clock clock) {
        this.source = source;
        this.limits = limits;
        this.clock = clock;
        this.turn = new Turn(limits.requestTime().multipliedBy(2), "waiting for a token");
    }

    private record Failure(AuthorizationException problem, Instant until) {}

    /**
     * The token in use.
     *
     * @param due when it is to be replaced
     * @param replaces whether it was got because the one before was refused
     * @param accepted whether the server has taken it
     */
    private record Held(
            AccessToken token, Instant got, @Nullable Instant due, boolean replaces, boolean accepted) {
        String header() {
            return "Bearer " + token.value();
        }

        Map<String, String> headers() {
            return Map.of("Authorization", header());
        }

        boolean isDue(Instant now) {
            return due != null && !now.isBefore(due);
        }

        boolean isOver(Instant now) {
            return token.expires() != null && !now.isBefore(token.expires());
        }

        @Override
        public String toString() {
            return "Held";
        }
    }

    @Override
    public Map<String, String> headers(String method, URI uri) {
        Map<String, String> now = headersNow(method, uri);
        return now != null
                ? now
                : turn.take(() -> {
                    Map<String, String> meanwhile = headersNow(method, uri);
                    return meanwhile != null ? meanwhile : replaced(held.get()).headers();
                });
    }

    @Override
    public @Nullable Map<String, String> headersNow(String method, URI uri) {
        Held now = held.get();
        return now != null && !now.isDue(clock.instant()) ? now.headers() : null;
    }

    /** Another one in time; while there is none, the one that there is goes on until it ends. */
    private Held replaced(@Nullable Held known) {
        try {
            return got(false);
        } catch (AuthorizationException e) {
            if (known == null || known.isOver(clock.instant())) {
                throw e;
            }
            LOG.debug("A token that is about to end could not be replaced: {}", e.getMessage());
            return known;
        }
    }

    @Override
    public boolean refused(Refusal refusal) {
        List<String> sent = refusal.sent().getOrDefault("authorization", List.of());
        return refusal.status() == 401
                && turn.take(() -> {
                    Held known = held.get();
                    if (known != null && !sent.contains(known.header())) {
                        return true;
                    }
                    boolean hopeless = known != null
                            && known.replaces()
                            && !known.accepted()
                            && clock.instant().isBefore(known.got().plus(DISTRUST));
                    if (!hopeless) {
                        Held unused = got(true);
                    }
                    return !hopeless;
                });
    }

    /** A success shows that the server has taken the token in use. */
    @Override
    public void answered(int status, URI uri, Map<String, List<String>> headers) {
        Held known = held.get();
        if (status / 100 == 2 && known != null && !known.accepted()) {
            boolean unused = held.compareAndSet(
                    known, new Held(known.token(), known.got(), known.due(), known.replaces(), true));
        }
    }

    private Held got(boolean replaces) {
        Instant now = clock.instant();
        Failure last = failure;
        if (last != null && now.isBefore(last.until())) {
            throw last.problem();
        }
        try {
            AccessToken token = source.get();
            Instant at = clock.instant();
            Instant due = token.expires() == null ? null : Tokens.due(at, token.expires(), limits.early());
            Held fresh = new Held(token, at, due, replaces, false);
            failure = null;
            held.set(fresh);
            return fresh;
        } catch (AuthorizationException e) {
            failure = new Failure(e, clock.instant().plus(PAUSE));
            throw e;
        }
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "TokenAuth";
    }
}
