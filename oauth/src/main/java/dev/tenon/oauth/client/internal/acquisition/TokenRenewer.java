package dev.tenon.oauth.client.internal.acquisition;

import static dev.tenon.oauth.internal.OAuthLog.CLIENT_LOG;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.LoginRequiredException;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import dev.tenon.oauth.client.internal.ScopeSelector;
import dev.tenon.oauth.client.internal.acquisition.TokenHolder.TokenOrigin;
import dev.tenon.oauth.client.internal.discovery.AuthenticationChallenge;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServerDiscovery;
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

/** Replaces tokens that expire or that the server rejects. Used by one thread at a time, except {@code isDue}. */
final class TokenRenewer {
    /**
     * The pause after a failed early refresh, so that not every request contacts an unreachable authorization server.
     */
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
            TokenAcquirer acquirer,
            TokenHolder tokenHolder) {
        this.settings = settings;
        this.discovery = discovery;
        this.issuers = issuers;
        this.acquirer = acquirer;
        this.tokenHolder = tokenHolder;
        this.attempts = new LoginAttempts(settings.clock());
    }

    /**
     * Returns whether the tokens should be refreshed now. False without a refresh token, and for 10 seconds after a
     * failed early refresh, even if the access token has expired.
     */
    boolean isDue(TokenSet tokens) {
        Instant now = settings.clock().instant();
        return tokens.refreshToken() != null
                && tokens.isRenewalDue(now, settings.limits().refreshAhead())
                && now.isAfter(pausedUntil);
    }

    /** Refreshes tokens before they expire. A failure is only logged, because the server may still accept them. */
    void refreshEarly(TokenSet tokens) {
        try {
            boolean unused = tryRefreshAndSave(issuers.readIssuerOfTokens(tokens.issuer(), settings.server()), tokens);
        } catch (AuthorizationException e) {
            CLIENT_LOG.warn("Could not refresh the tokens: {}", e.getMessage());
            pausedUntil = settings.clock().instant().plus(FAILURE_PAUSE);
        }
    }

    /**
     * Refreshes the tokens unless another process did. If the refresh token is no longer valid, removes it from the
     * stored tokens and returns false.
     */
    private boolean tryRefreshAndSave(AuthorizationServer server, TokenSet tokens) {
        return settings.tokenStore().withLock(() -> {
            TokenSet current = tokenHolder.reload();
            if (current != null && !current.accessToken().equals(tokens.accessToken())) {
                return true;
            }
            TokenSet refreshed = acquirer.tryRefresh(server, tokens);
            if (refreshed == null) {
                CLIENT_LOG.debug("The refresh token is no longer valid");
                tokenHolder.saveAsCurrent(tokens.withoutRefreshToken(), TokenOrigin.STORE);
                return false;
            }
            tokenHolder.saveAsCurrent(refreshed, TokenOrigin.REFRESH);
            return true;
        });
    }

    /**
     * Gets new tokens after the server rejected the current ones or a request without tokens.
     *
     * @throws AuthorizationException if no token was issued
     */
    void renew(AuthenticationChallenge challenge, @Nullable TokenSet current, Map<String, List<String>> sent) {
        if (settings.grant() instanceof Grant.StoredTokens stored
                && (current == null || current.refreshToken() == null)) {
            throw newLoginRequiredException(stored, challenge, current);
        }
        // Repeats the discovery each time, because the server can change its authorization server.
        DiscoveryResult discovered = discovery.discover(challenge.resourceMetadata());
        TokenSet known = keepIfIssuedBy(discovered.server(), current);
        if (known != null) {
            if (tokenHolder.hasUnacceptedTokensFrom(TokenOrigin.GRANT) && !lacksScopes(challenge, known)) {
                throw new AuthorizationException(describeRefusal(challenge, known));
            }
            boolean mayRefresh =
                    known.refreshToken() != null && !tokenHolder.hasUnacceptedTokensFrom(TokenOrigin.REFRESH);
            if (mayRefresh && tryRefreshAndSave(discovered.server(), known)) {
                return;
            }
        }
        failAtLoginLimitAndRequestScopes(challenge, current);
        // A login that did not help the same operation before will not help now.
        if (known != null
                && isInteractive()
                && !known.isExpired(settings.clock().instant())
                && !attempts.tryRegisterOperation(sent, requiredScopes(challenge))) {
            throw new AuthorizationException(describeRefusal(challenge, known)
                    + ". A recent login did not help, so the client does not log in again yet");
        }
        acquireAndReplaceTokens(discovered, challenge, current, attempts::recordLogin);
    }

    /** Returns the tokens; null if there are none, or a different authorization server issued them. */
    private static @Nullable TokenSet keepIfIssuedBy(AuthorizationServer server, @Nullable TokenSet current) {
        return current != null && current.issuer().equals(server.issuer()) ? current : null;
    }

    private boolean isInteractive() {
        return settings.grant() instanceof Grant.AuthorizationCode;
    }

    /**
     * Limits the number of logins, whatever reason the server gives. Beyond the limit, it stores scopes that the tokens
     * lack for the next login, and fails.
     */
    private void failAtLoginLimitAndRequestScopes(AuthenticationChallenge challenge, @Nullable TokenSet current) {
        if (!isInteractive() || !attempts.isLimitReached()) {
            return;
        }
        if (current != null && lacksScopes(challenge, current)) {
            requestScopesAtNextLogin(challenge);
        }
        throw new AuthorizationException("The server " + HttpUrls.origin(settings.server()) + " has caused "
                + LoginAttempts.MAX_LOGINS
                + " logins within ten minutes, which is the limit. Log in explicitly with"
                + " OAuthClient.login(), which has no such limit");
    }

    private static Set<String> requiredScopes(AuthenticationChallenge challenge) {
        Set<String> required = challenge.scopes();
        return required == null ? Set.of() : required;
    }

    /** Returns whether the token lacks required scopes, which some servers report with 401. */
    private static boolean lacksScopes(AuthenticationChallenge challenge, TokenSet current) {
        return !current.grantedScopes().containsAll(requiredScopes(challenge));
    }

    /** Describes the rejected token, the granted scopes and the required scopes. */
    private String describeRefusal(AuthenticationChallenge challenge, TokenSet current) {
        return "The server " + HttpUrls.origin(settings.server()) + " rejects the token that " + current.issuer()
                + " issued for it. Granted: " + formatScopes(current.grantedScopes()) + "; required: "
                + formatScopes(requiredScopes(challenge));
    }

    private static String formatScopes(Set<String> scopes) {
        return scopes.isEmpty() ? "no named scopes" : "the scopes " + Excerpts.quote(String.join(" ", scopes));
    }

    /** Creates the exception for insufficient tokens, and stores scopes that they lack for the next login. */
    private LoginRequiredException newLoginRequiredException(
            Grant.StoredTokens stored, AuthenticationChallenge challenge, @Nullable TokenSet current) {
        String advice = stored.advice() == null
                ? "The server " + HttpUrls.origin(settings.server()) + " requires a login"
                : stored.advice();
        if (current == null || current.isExpired(settings.clock().instant())) {
            return new LoginRequiredException(advice);
        }
        String scopeNote = "";
        if (lacksScopes(challenge, current)) {
            boolean isNew = current.requestedScopes() == null
                    || !current.requestedScopes().containsAll(requiredScopes(challenge));
            scopeNote = isNew ? ". The next login requests them" : ". They were requested, but not granted";
            requestScopesAtNextLogin(challenge);
        }
        return new LoginRequiredException(describeRefusal(challenge, current) + scopeNote + ". " + advice);
    }

    /** Gets new tokens, regardless of the current ones. */
    void forceLogin(AuthenticationChallenge challenge, @Nullable TokenSet current) {
        acquireAndReplaceTokens(discovery.discover(challenge.resourceMetadata()), challenge, current, () -> {});
    }

    /**
     * Returns the exception for new tokens that the server rejects. The next login requests the scopes that the server
     * requires.
     */
    AuthorizationException createTokensRefusedException(AuthenticationChallenge challenge, TokenSet current) {
        if (lacksScopes(challenge, current)) {
            requestScopesAtNextLogin(challenge);
        }
        return new AuthorizationException(describeRefusal(challenge, current));
    }

    private void requestScopesAtNextLogin(AuthenticationChallenge challenge) {
        TokenSet stored = tokenHolder.tokens();
        if (stored != null) {
            tokenHolder.saveAsCurrent(stored.withRequestedScopes(challenge.scopes()), TokenOrigin.STORE);
        }
    }

    /**
     * Gets new tokens and stores them. First deletes those of a previous authorization server.
     *
     * @throws LoginRequiredException if only stored tokens may be used
     */
    private void acquireAndReplaceTokens(
            DiscoveryResult discovered,
            AuthenticationChallenge challenge,
            @Nullable TokenSet current,
            Runnable beforeLogin) {
        if (settings.grant() instanceof Grant.StoredTokens stored) {
            throw newLoginRequiredException(stored, challenge, current);
        }
        TokenSet known = keepIfIssuedBy(discovered.server(), current);
        if (current != null && known == null) {
            String issuer = discovered.server().issuer();
            CLIENT_LOG.info(
                    "The authorization server changed to {}; deleting the tokens of {}", issuer, current.issuer());
            tokenHolder.removeCurrentAndStored();
        }
        Set<String> first = ScopeSelector.selectInitial(settings.scopes(), challenge.scopes(), discovered.scopes());
        Set<String> scopes = known == null ? first : ScopeSelector.unionWithinLimits(known.requestedScopes(), first);
        tokenHolder.saveAsCurrent(
                acquirer.acquire(discovered, scopes, challenge.isDpop(), beforeLogin), TokenOrigin.GRANT);
    }

    /**
     * Gets tokens with the scopes that an operation requires; returns false if the challenge names none.
     *
     * @throws AuthorizationException if no token was issued, or more scopes do not help
     */
    boolean tryStepUpLogin(
            AuthenticationChallenge challenge, @Nullable TokenSet current, Map<String, List<String>> sent) {
        Set<String> required = challenge.scopes();
        if (required == null) {
            return false;
        }
        String scopes = Excerpts.quote(String.join(" ", required));
        if (current != null && current.grantedScopes().containsAll(required)) {
            throw new AuthorizationException("The server requires scopes that the token already has: " + scopes
                    + ". Another login would not help");
        }
        failAtLoginLimitAndRequestScopes(challenge, current);
        boolean logsIn = !(settings.grant() instanceof Grant.StoredTokens);
        if (logsIn && !attempts.tryRegisterOperation(sent, required)) {
            String granted = current == null ? "" : ". Granted: " + formatScopes(current.grantedScopes());
            throw new AuthorizationException("The server requires scopes that a login did not provide: " + scopes
                    + granted + ". The client does not request them again yet");
        }
        acquireAndReplaceTokens(
                discovery.discover(challenge.resourceMetadata()), challenge, current, attempts::recordLogin);
        return true;
    }
}
