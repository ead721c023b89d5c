package dev.tenon.oauth.server;

import static dev.tenon.oauth.internal.OAuthLog.SERVER_LOG;

import dev.tenon.http.HeaderNames;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.oauth.server.internal.ChallengeFormatter;
import dev.tenon.oauth.server.internal.DpopProofVerifier;
import dev.tenon.oauth.server.internal.HttpFetcher;
import dev.tenon.oauth.server.internal.InvalidDpopProofException;
import dev.tenon.oauth.server.internal.PresentedToken;
import dev.tenon.oauth.server.internal.ScopeHierarchy;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.PublicPage;
import dev.tenon.server.http.RequestAuthenticator;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates requests by OAuth access tokens, as an OAuth 2.1 resource server (MCP authorization, every revision
 * since 2025-03-26). HTTP servers and servlets use it as their authenticator.
 *
 * <pre>{@code
 * OAuthAuthenticator authenticator = OAuthAuthenticator.builder("https://mcp.example.com/mcp")
 *         .authorizationServer("https://login.example.com")
 *         .requiredScopes("mcp")
 *         .build();
 * TenonHttpServer.builder(server).authenticator(authenticator).start();
 * }</pre>
 *
 * <p>It publishes its metadata (RFC 9728) at the well-known URLs of its path and of the host. Callers without a token
 * get a challenge with the URL of the metadata. Every request is checked for its token, for the proof of a token that
 * is bound to a key (RFC 9449), and for the required scopes. Tokens are never forwarded or logged; the reason for a
 * rejection is only logged, by the logger {@code dev.tenon.oauth}.
 */
public final class OAuthAuthenticator implements RequestAuthenticator {
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int UNAVAILABLE = 503;
    private static final String RETRY_AFTER_SECONDS = "5";
    private static final int MAX_REASON_CHARS = 400;

    private final LogRateLimiter rejectionLogLimit = new LogRateLimiter(20, Duration.ofSeconds(10));
    private final TokenVerifier verifier;
    private final ScopeHierarchy scopeHierarchy;
    private final Set<String> scopes;
    private final ChallengeFormatter challengeFormatter;
    private final @Nullable DpopProofVerifier proofVerifier;
    private final List<PublicPage> pages;

    /**
     * Creates an authenticator.
     *
     * @param scopes the scopes that every request requires
     * @param proofVerifier verifies proofs, or null to accept none
     */
    OAuthAuthenticator(
            TokenVerifier verifier,
            ScopeHierarchy scopeHierarchy,
            Set<String> scopes,
            ChallengeFormatter challengeFormatter,
            @Nullable DpopProofVerifier proofVerifier,
            List<PublicPage> pages) {
        this.verifier = verifier;
        this.scopeHierarchy = scopeHierarchy;
        this.scopes = Set.copyOf(scopes);
        this.challengeFormatter = challengeFormatter;
        this.proofVerifier = proofVerifier;
        this.pages = pages;
    }

    /**
     * Creates a builder for the server at this URL, as clients know it: after a reverse proxy, the URL of the proxy.
     *
     * @param resource the resource identifier (RFC 8707, section 2): https, or http on this machine, without a fragment
     * @throws IllegalArgumentException if it is not such a URL
     */
    public static OAuthAuthenticatorBuilder builder(String resource) {
        return new OAuthAuthenticatorBuilder(HttpFetcher.requireSecure(URI.create(resource)));
    }

    @Override
    public Set<String> requiredScopes() {
        return scopes;
    }

    @Override
    public List<PublicPage> publicPages() {
        return pages;
    }

    @Override
    public AuthenticationResult authenticate(HttpRequestHead head) {
        boolean usesDpop = false;
        try {
            PresentedToken presented = PresentedToken.read(head);
            if (presented == null) {
                SERVER_LOG.debug("Request rejected: no token, from {}", head.remoteAddress());
                return deny(UNAUTHORIZED, false, null);
            }
            usesDpop = presented.isDpop();
            VerifiedToken token = verifier.verify(presented.token());
            usesDpop |= token.boundKey() != null;
            checkBinding(head, presented, token);
            CallerPrincipal principal = new CallerPrincipal(
                    token.name(), scopeHierarchy.expand(token.scopes()), token.claims(), token.expires());
            return new AuthenticationSuccess(principal, nonceHeader(usesDpop));
        } catch (PresentedToken.MalformedAuthorizationException e) {
            logRejection(head, "request", e);
            return deny(BAD_REQUEST, false, "invalid_request");
        } catch (InvalidTokenException e) {
            logRejection(head, "token", e);
            return deny(UNAUTHORIZED, usesDpop, "invalid_token");
        } catch (InvalidDpopProofException e) {
            logRejection(head, "proof", e);
            return deny(UNAUTHORIZED, true, e.error());
        } catch (VerifierUnavailableException e) {
            SERVER_LOG.warn("Cannot verify tokens, requests are rejected with 503: {}", e.getMessage(), e.getCause());
            return new AccessDenial(UNAVAILABLE, Map.of(HeaderNames.RETRY_AFTER, RETRY_AFTER_SECONDS));
        }
    }

    /** Checks that a bound token has a proof, as it could be stolen, and that a proof has a bound token. */
    private void checkBinding(HttpRequestHead head, PresentedToken presented, VerifiedToken token) {
        String boundKey = token.boundKey();
        if (boundKey == null) {
            if (presented.isDpop() || !challengeFormatter.acceptsBearer()) {
                throw new InvalidTokenException("the token is not bound to a key");
            }
            return;
        }
        if (proofVerifier == null) {
            throw new InvalidTokenException("the token is bound to a key, but proofs are not supported here");
        }
        if (!presented.isDpop()) {
            throw new InvalidTokenException("the token is bound to a key, but was sent as a bearer token");
        }
        proofVerifier.verifyAndMarkUsed(head, presented.token(), boundKey);
    }

    private AccessDenial deny(int status, boolean usesDpop, @Nullable String error) {
        return deny(status, usesDpop, error, scopes, usesDpop || !challengeFormatter.acceptsBearer());
    }

    private AccessDenial deny(
            int status, boolean usesDpop, @Nullable String error, Set<String> requiredScopes, boolean sendsNonce) {
        Map<String, String> headers = new HashMap<>(nonceHeader(sendsNonce));
        headers.put(HeaderNames.WWW_AUTHENTICATE, challengeFormatter.format(usesDpop, error, requiredScopes));
        return new AccessDenial(status, headers);
    }

    private Map<String, String> nonceHeader(boolean usesDpop) {
        return proofVerifier == null || !usesDpop ? Map.of() : proofVerifier.nonceHeader();
    }

    private void logRejection(HttpRequestHead head, String kind, RuntimeException reason) {
        warnWithinLimit(String.format(
                "Request rejected: from %s to %s, invalid %s: %s",
                head.remoteAddress(),
                Excerpts.quote(head.path()),
                kind,
                Excerpts.escapeInvisible(String.valueOf(reason.getMessage()), MAX_REASON_CHARS)));
    }

    /** Logs at WARN within the rate limit, otherwise at DEBUG. */
    private void warnWithinLimit(String message) {
        long suppressed = rejectionLogLimit.admitAndTakeSuppressed();
        if (suppressed < 0) {
            SERVER_LOG.debug("{}", message);
        } else if (suppressed == 0) {
            SERVER_LOG.warn("{}", message);
        } else {
            SERVER_LOG.warn("{} ({} more were only logged at level debug)", message, suppressed);
        }
    }

    @Override
    public AccessDenial denyAccess(HttpRequestHead head, CallerPrincipal principal, Set<String> requiredScopes) {
        warnWithinLimit(String.format(
                "Request rejected: %s from %s lacks the required scopes %s",
                Excerpts.escapeInvisible(principal.name(), MAX_REASON_CHARS), head.remoteAddress(), requiredScopes));
        boolean usesDpop = !head.headers().allValues("DPoP").isEmpty();
        return deny(FORBIDDEN, usesDpop, "insufficient_scope", requiredScopes, usesDpop);
    }
}
