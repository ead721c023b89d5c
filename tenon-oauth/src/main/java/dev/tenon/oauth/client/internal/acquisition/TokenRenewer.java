package dev.tenon.oauth.client.internal.acquisition;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.LoginRequiredException;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import dev.tenon.oauth.client.internal.ScopeSelector;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServerDiscovery;
import dev.tenon.oauth.client.internal.discovery.Challenge;
import dev.tenon.oauth.client.internal.discovery.DiscoveryResult;
import dev.tenon.oauth.client.internal.discovery.IssuerMetadataReader;
import dev.tenon.oauth.client.internal.login.LoginAttempts;
import dev.tenon.oauth.client.internal.store.TokenSet;
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
final class TokenRenewer {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth.client");
    /** An authorization server that could not be reached is not asked before each request. */
    private static final Duration FAILURE_PAUSE = Duration.ofSeconds(10);

    private final OAuthClientSettings settings;
    private final AuthorizationServerDiscovery discovery;
    private final IssuerMetadataReader issuers;
    private final TokenAcquirer acquirer;
    private final TokenHolder tokenHolder;
    private final LoginAttempts attempts;
    private volatile Instant pausedUntil = Instant.MIN;

    TokenRenewer(
            OAuthClientSettings settings,
            AuthorizationServerDiscovery discovery,
            IssuerMetadataReader issuers,
            TokenAcquirer getting,
            TokenHolder holder) {
        this.settings = settings;
        this.discovery = discovery;
        this.issuers = issuers;
        this.acquirer = getting;
        this.tokenHolder = holder;
        this.attempts = new LoginAttempts(settings.clock());
    }

    /** Whether the tokens are to be refreshed before they are used. */
    boolean isDue(TokenSet tokens) {
        Instant now = settings.clock().instant();
        return tokens.refreshToken() != null
                && tokens.isRefreshDue(now, settings.limits().refreshAhead())
                && now.isAfter(pausedUntil);
    }

    /** Refreshes tokens before anybody refuses them. When that does not go, the server is let to refuse them. */
    void refreshEarly(TokenSet tokens) {
        try {
            boolean unused = refresh(issuers.readPrevious(tokens.issuer(), settings.server()), tokens);
        } catch (AuthorizationException e) {
            LOG.warn("Tokens could not be refreshed: {}", e.getMessage());
            pausedUntil = settings.clock().instant().plus(FAILURE_PAUSE);
        }
    }

    /** Refreshes the tokens, unless another process did; false when that cannot be done any more. */
    private boolean refresh(AuthorizationServer server, TokenSet tokens) {
        return settings.tokenStore().withLock(() -> {
            TokenSet now = tokenHolder.reload();
            if (now != null && !now.accessToken().equals(tokens.accessToken())) {
                return true;
            }
            TokenSet refreshed = acquirer.refresh(server, tokens);
            if (refreshed == null) {
                LOG.debug("The refresh token is worth nothing any more");
                tokenHolder.replace(tokens.withoutRefreshToken(), TokenHolder.TokenOrigin.STORE);
                return false;
            }
            tokenHolder.replace(refreshed, TokenHolder.TokenOrigin.REFRESH);
            return true;
        });
    }

    /** Whether the server says, unasked, that it is protected. */
    boolean isProtected() {
        return discovery.hasMetadata();
    }

    /**
     * Other tokens, after the server has refused those in use, or has seen none.
     *
     * @throws AuthorizationException when there are none
     */
    void renew(Challenge challenge, @Nullable TokenSet now, Map<String, List<String>> sent) {
        if (settings.grant() instanceof Grant.StoredTokens stored && (now == null || now.refreshToken() == null)) {
            throw newLoginRequired(stored, challenge, now);
        }
        // Each time from the beginning: the server may have gone to another authorization server.
        DiscoveryResult found = discovery.discover(challenge.resourceMetadata());
        boolean same = now != null && now.issuer().equals(found.server().issuer());
        if (now != null && same) {
            if (tokenHolder.isNeverAccepted(TokenHolder.TokenOrigin.GRANT) && !lacksScopes(challenge, now)) {
                throw new AuthorizationException(describeRefusal(challenge, now));
            }
            boolean mayRefresh =
                    now.refreshToken() != null && !tokenHolder.isNeverAccepted(TokenHolder.TokenOrigin.REFRESH);
            if (mayRefresh && refresh(found.server(), now)) {
                return;
            }
        }
        checkLoginLimit(challenge, now);
        if (now != null
                && same
                && isInteractive()
                && !now.isExpired(settings.clock().instant())) {
            // A login for the same operation that did not help a moment ago does not help now.
            if (!attempts.tryRegister(sent, requiredScopes(challenge))) {
                throw new AuthorizationException(
                        describeRefusal(challenge, now) + ". A login did not help, and is not tried again so soon");
            }
        }
        acquire(found, challenge, now, attempts::recordLogin);
    }

    private boolean isInteractive() {
        return settings.grant() instanceof Grant.AuthorizationCode;
    }

    /** Whatever the server names as the reason, a person is asked a few times only. */
    private void checkLoginLimit(Challenge challenge, @Nullable TokenSet now) {
        if (!isInteractive() || !attempts.isLimitReached()) {
            return;
        }
        if (now != null && lacksScopes(challenge, now)) {
            requestScopesAtNextLogin(challenge);
        }
        throw new AuthorizationException("The server " + HttpUrls.origin(settings.server()) + " has caused "
                + LoginAttempts.MAX_LOGINS
                + " logins within ten minutes, and can cause no more for now. Log in yourself, with"
                + " OAuth.login(), which has no such bound");
    }

    private static Set<String> requiredScopes(Challenge challenge) {
        Set<String> wanted = challenge.scopes();
        return wanted == null ? Set.of() : wanted;
    }

    /** Whether a token was refused for scopes that it lacks, which some servers say with 401. */
    private static boolean lacksScopes(Challenge challenge, TokenSet now) {
        return !now.grantedScopes().containsAll(requiredScopes(challenge));
    }

    /** What the server does not take, what was granted and what it wants. */
    private String describeRefusal(Challenge challenge, TokenSet now) {
        return "The server " + HttpUrls.origin(settings.server()) + " does not take the token that " + now.issuer()
                + " has given for it. Granted are " + formatScopes(now.grantedScopes()) + ", the server wants "
                + formatScopes(requiredScopes(challenge));
    }

    private static String formatScopes(Set<String> scopes) {
        return scopes.isEmpty() ? "no scopes that are named" : "the scopes " + Excerpts.quote(String.join(" ", scopes));
    }

    private LoginRequiredException newLoginRequired(
            Grant.StoredTokens stored, Challenge challenge, @Nullable TokenSet now) {
        String advice = stored.advice() == null
                ? "The server " + HttpUrls.origin(settings.server()) + " wants a login"
                : stored.advice();
        if (now == null || now.isExpired(settings.clock().instant())) {
            return new LoginRequiredException(advice);
        }
        String asked = "";
        if (lacksScopes(challenge, now)) {
            boolean isNew =
                    now.requestedScopes() == null || !now.requestedScopes().containsAll(requiredScopes(challenge));
            asked = isNew ? ". The next login asks for them" : ". They were asked for, and not granted";
            requestScopesAtNextLogin(challenge);
        }
        return new LoginRequiredException(describeRefusal(challenge, now) + asked + ". " + advice);
    }

    /** Tokens from the beginning, whatever there is. */
    void login(Challenge challenge, @Nullable TokenSet now) {
        acquire(discovery.discover(challenge.resourceMetadata()), challenge, now, () -> {});
    }

    /** The server has refused what a login brought just now: the next one asks for the scopes that it wants. */
    AuthorizationException onNewTokensRefused(Challenge challenge, TokenSet now) {
        if (lacksScopes(challenge, now)) {
            requestScopesAtNextLogin(challenge);
        }
        return new AuthorizationException(describeRefusal(challenge, now));
    }

    private void requestScopesAtNextLogin(Challenge challenge) {
        TokenSet kept = tokenHolder.tokens();
        if (kept != null) {
            tokenHolder.replace(kept.withRequestedScopes(challenge.scopes()), TokenHolder.TokenOrigin.STORE);
        }
    }

    private void acquire(DiscoveryResult found, Challenge challenge, @Nullable TokenSet now, Runnable asking) {
        if (settings.grant() instanceof Grant.StoredTokens stored) {
            throw newLoginRequired(stored, challenge, now);
        }
        boolean same = now != null && now.issuer().equals(found.server().issuer());
        if (now != null && !same) {
            LOG.info(
                    "The authorization server is now {}: what {} gave is forgotten",
                    found.server().issuer(),
                    now.issuer());
            tokenHolder.clear();
        }
        Set<String> first = ScopeSelector.selectInitial(settings.scopes(), challenge.scopes(), found.scopes());
        Set<String> scopes = now != null && same ? ScopeSelector.union(now.requestedScopes(), first) : first;
        tokenHolder.replace(acquirer.acquire(found, scopes, challenge.isDpop(), asking), TokenHolder.TokenOrigin.GRANT);
    }

    /**
     * Tokens with more scopes, for an operation that wants them; false when it names none.
     *
     * @throws AuthorizationException when there are none, or more of them do not help
     */
    boolean stepUp(Challenge challenge, @Nullable TokenSet now, Map<String, List<String>> sent) {
        Set<String> wanted = challenge.scopes();
        if (wanted == null) {
            return false;
        }
        String scopes = Excerpts.quote(String.join(" ", wanted));
        if (now != null && now.grantedScopes().containsAll(wanted)) {
            throw new AuthorizationException(
                    "The server wants scopes that the token has already: " + scopes + ". Another login would not help");
        }
        checkLoginLimit(challenge, now);
        boolean logsIn = !(settings.grant() instanceof Grant.StoredTokens);
        if (logsIn && !attempts.tryRegister(sent, wanted)) {
            String granted = now == null ? "" : ". Granted are " + formatScopes(now.grantedScopes());
            throw new AuthorizationException("The server wants scopes that a login did not bring: " + scopes + granted
                    + ". They are not asked for again so soon");
        }
        acquire(discovery.discover(challenge.resourceMetadata()), challenge, now, attempts::recordLogin);
        return true;
    }
}
