package dev.tenon.oauth.client.internal;

import dev.tenon.json.Quote;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.LoginRequiredException;
import dev.tenon.uri.HttpUrls;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets other tokens when those in use do not do, or do not do any more. Used by one thread at a time. */
final class Renewal {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth.client");
    /** An authorization server that could not be reached is not asked before each request. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final Settings settings;
    private final Discovery discovery;
    private final Issuers issuers;
    private final Getting getting;
    private final Holder holder;
    private final LoginAttempts attempts;
    private volatile Instant pause = Instant.MIN;

    Renewal(Settings settings, Discovery discovery, Issuers issuers, Getting getting, Holder holder) {
        this.settings = settings;
        this.discovery = discovery;
        this.issuers = issuers;
        this.getting = getting;
        this.holder = holder;
        this.attempts = new LoginAttempts(settings.clock());
    }

    /** Whether the tokens are to be refreshed before they are used. */
    boolean isDue(Tokens tokens) {
        Instant now = settings.clock().instant();
        return tokens.refresh() != null && tokens.isDue(now, settings.limits().early()) && now.isAfter(pause);
    }

    /** Refreshes tokens before anybody refuses them. When that does not go, the server is let to refuse them. */
    void early(Tokens tokens) {
        try {
            boolean unused = refresh(issuers.again(tokens.issuer(), settings.server()), tokens);
        } catch (AuthorizationException e) {
            LOG.warn("Tokens could not be refreshed: {}", e.getMessage());
            pause = settings.clock().instant().plus(PAUSE);
        }
    }

    /** Refreshes the tokens, unless another process did; false when that cannot be done any more. */
    private boolean refresh(AuthorizationServer server, Tokens tokens) {
        return settings.store().exclusively(() -> {
            Tokens now = holder.reread();
            if (now != null && !now.access().equals(tokens.access())) {
                return true;
            }
            Tokens refreshed = getting.refreshed(server, tokens);
            if (refreshed == null) {
                LOG.debug("The refresh token is worth nothing any more");
                holder.use(tokens.withoutRefresh(), Holder.Source.STORE);
                return false;
            }
            holder.use(refreshed, Holder.Source.REFRESH);
            return true;
        });
    }

    /** Whether the server says, unasked, that it is protected. */
    boolean isProtected() {
        return discovery.isDescribed();
    }

    /**
     * Other tokens, after the server has refused those in use, or has seen none.
     *
     * @throws AuthorizationException when there are none
     */
    void renew(Challenge challenge, @Nullable Tokens now, Map<String, List<String>> sent) {
        if (settings.grant() instanceof Grant.Stored stored && (now == null || now.refresh() == null)) {
            throw loginRequired(stored, challenge, now);
        }
        // Each time from the beginning: the server may have gone to another authorization server.
        Found found = discovery.find(challenge.resourceMetadata());
        boolean same = now != null && now.issuer().equals(found.server().issuer());
        if (now != null && same) {
            if (holder.isRefusedAtOnce(Holder.Source.GRANT) && !lacksScopes(challenge, now)) {
                throw new AuthorizationException(refusal(challenge, now));
            }
            boolean mayRefresh = now.refresh() != null && !holder.isRefusedAtOnce(Holder.Source.REFRESH);
            if (mayRefresh && refresh(found.server(), now)) {
                return;
            }
        }
        checkLogins(challenge, now);
        if (now != null && same && hasPerson() && !now.isOver(settings.clock().instant())) {
            // A login for the same operation that did not help a moment ago does not help now.
            if (!attempts.isFirst(sent, wanted(challenge))) {
                throw new AuthorizationException(
                        refusal(challenge, now) + ". A login did not help, and is not tried again so soon");
            }
        }
        get(found, challenge, now, attempts::begin);
    }

    private boolean hasPerson() {
        return settings.grant() instanceof Grant.Person;
    }

    /** Whatever the server names as the reason, a person is asked a few times only. */
    private void checkLogins(Challenge challenge, @Nullable Tokens now) {
        if (!hasPerson() || !attempts.areTooMany()) {
            return;
        }
        if (now != null && lacksScopes(challenge, now)) {
            askNextTime(challenge);
        }
        throw new AuthorizationException("The server " + HttpUrls.origin(settings.server()) + " has caused "
                + LoginAttempts.MOST
                + " logins within ten minutes, and can cause no more for now. Log in yourself, with"
                + " OAuth.login(), which has no such bound");
    }

    private static Set<String> wanted(Challenge challenge) {
        Set<String> wanted = challenge.scopes();
        return wanted == null ? Set.of() : wanted;
    }

    /** Whether a token was refused for scopes that it lacks, which some servers say with 401. */
    private static boolean lacksScopes(Challenge challenge, Tokens now) {
        return !now.granted().containsAll(wanted(challenge));
    }

    /** What the server does not take, what was granted and what it wants. */
    private String refusal(Challenge challenge, Tokens now) {
        return "The server " + HttpUrls.origin(settings.server()) + " does not take the token that " + now.issuer()
                + " has given for it. Granted are " + names(now.granted()) + ", the server wants "
                + names(wanted(challenge));
    }

    private static String names(Set<String> scopes) {
        return scopes.isEmpty()
                ? "no scopes that are named"
                : "the scopes " + Quote.shortened(String.join(" ", scopes));
    }

    private LoginRequiredException loginRequired(Grant.Stored stored, Challenge challenge, @Nullable Tokens now) {
        String advice = stored.advice() == null
                ? "The server " + HttpUrls.origin(settings.server()) + " wants a login"
                : stored.advice();
        if (now == null || now.isOver(settings.clock().instant())) {
            return new LoginRequiredException(advice);
        }
        String asked = "";
        if (lacksScopes(challenge, now)) {
            boolean isNew = now.asked() == null || !now.asked().containsAll(wanted(challenge));
            asked = isNew ? ". The next login asks for them" : ". They were asked for, and not granted";
            askNextTime(challenge);
        }
        return new LoginRequiredException(refusal(challenge, now) + asked + ". " + advice);
    }

    /** Tokens from the beginning, whatever there is. */
    void login(Challenge challenge, @Nullable Tokens now) {
        get(discovery.find(challenge.resourceMetadata()), challenge, now, () -> {});
    }

    /** The server has refused what a login brought just now: the next one asks for the scopes that it wants. */
    AuthorizationException refusedAtOnce(Challenge challenge, Tokens now) {
        if (lacksScopes(challenge, now)) {
            askNextTime(challenge);
        }
        return new AuthorizationException(refusal(challenge, now));
    }

    private void askNextTime(Challenge challenge) {
        Tokens kept = holder.tokens();
        if (kept != null) {
            holder.use(kept.asking(challenge.scopes()), Holder.Source.STORE);
        }
    }

    private void get(Found found, Challenge challenge, @Nullable Tokens now, Runnable asking) {
        if (settings.grant() instanceof Grant.Stored stored) {
            throw loginRequired(stored, challenge, now);
        }
        boolean same = now != null && now.issuer().equals(found.server().issuer());
        if (now != null && !same) {
            LOG.info(
                    "The authorization server is now {}: what {} gave is forgotten",
                    found.server().issuer(),
                    now.issuer());
            holder.forget();
        }
        Set<String> first = Scopes.first(settings.scopes(), challenge.scopes(), found.scopes());
        Set<String> scopes = now != null && same ? Scopes.union(now.asked(), first) : first;
        holder.use(getting.tokens(found, scopes, challenge.isDpop(), asking), Holder.Source.GRANT);
    }

    /**
     * Tokens with more scopes, for an operation that wants them; false when it names none.
     *
     * @throws AuthorizationException when there are none, or more of them do not help
     */
    boolean stepUp(Challenge challenge, @Nullable Tokens now, Map<String, List<String>> sent) {
        Set<String> wanted = challenge.scopes();
        if (wanted == null) {
            return false;
        }
        String scopes = Quote.shortened(String.join(" ", wanted));
        if (now != null && now.granted().containsAll(wanted)) {
            throw new AuthorizationException(
                    "The server wants scopes that the token has already: " + scopes + ". Another login would not help");
        }
        checkLogins(challenge, now);
        boolean logsIn = !(settings.grant() instanceof Grant.Stored);
        if (logsIn && !attempts.isFirst(sent, wanted)) {
            String granted = now == null ? "" : ". Granted are " + names(now.granted());
            throw new AuthorizationException("The server wants scopes that a login did not bring: " + scopes + granted
                    + ". They are not asked for again so soon");
        }
        get(discovery.find(challenge.resourceMetadata()), challenge, now, attempts::begin);
        return true;
    }
}
