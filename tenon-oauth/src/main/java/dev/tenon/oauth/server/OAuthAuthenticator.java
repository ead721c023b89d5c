package dev.tenon.oauth.server;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that lets in only who has a token for it: an OAuth 2.1 resource server (every revision since 2025-03-26,
 * basic/authorization). Whatever serves over HTTP takes it as its authenticator.
 *
 * <pre>{@code
 * ProtectedResource resource = ProtectedResource.at("https://mcp.example.com/mcp")
 *         .authorizationServer("https://login.example.com")
 *         .scopes("mcp")
 *         .build();
 * TenonHttp.serving(server).authenticator(resource).start();
 * }</pre>
 *
 * <p>It shows its metadata (RFC 9728) at the well-known address for its path, and at that of the host; tells a caller
 * without a token where to get one; checks every token on every request, and the proof of one that is bound to a key
 * (RFC 9449); and says which scopes are lacking. A token is never passed on, nor logged; why one was refused is in the
 * log {@code dev.tenon.oauth} and nowhere else.
 */
public final class OAuthAuthenticator implements RequestAuthenticator {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth");
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
     * A server that checks tokens.
     *
     * @param scopes what every caller needs
     * @param proofs checks proofs, or null where none are taken
     */
    OAuthAuthenticator(
            TokenVerifier verifier,
            ScopeHierarchy hierarchy,
            Set<String> scopes,
            ChallengeFormatter challenge,
            @Nullable DpopProofVerifier proofs,
            List<PublicPage> pages) {
        this.verifier = verifier;
        this.scopeHierarchy = hierarchy;
        this.scopes = Set.copyOf(scopes);
        this.challengeFormatter = challenge;
        this.proofVerifier = proofs;
        this.pages = pages;
    }

    /**
     * The server at that address, as clients know it: behind a proxy it is the address of the proxy.
     *
     * @param resource the resource identifier (RFC 8707, section 2): https, or http on this machine, without a fragment
     * @throws IllegalArgumentException when it is none
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
        boolean proven = false;
        try {
            PresentedToken credentials = PresentedToken.read(head);
            if (credentials == null) {
                LOG.debug("Not let in: {} without a token", head.remoteAddress());
                return deny(UNAUTHORIZED, false, null);
            }
            proven = credentials.isDpop();
            VerifiedToken token = verifier.verify(credentials.token());
            proven |= token.boundKey() != null;
            checkBinding(head, credentials, token);
            CallerPrincipal principal = new CallerPrincipal(
                    token.name(), scopeHierarchy.expand(token.scopes()), token.claims(), token.expires());
            return new AuthenticationSuccess(principal, nonceHeader(proven));
        } catch (PresentedToken.MalformedAuthorizationException e) {
            logRejection(head, "request", e);
            return deny(BAD_REQUEST, false, "invalid_request");
        } catch (InvalidTokenException e) {
            logRejection(head, "token", e);
            return deny(UNAUTHORIZED, proven, "invalid_token");
        } catch (InvalidDpopProofException e) {
            logRejection(head, "proof", e);
            return deny(UNAUTHORIZED, true, e.error());
        } catch (VerifierUnavailableException e) {
            LOG.warn("Nobody can be let in: {}", e.getMessage(), e.getCause());
            return new AccessDenial(UNAVAILABLE, Map.of(HeaderNames.RETRY_AFTER, RETRY_AFTER_SECONDS));
        }
    }

    /** A bound token without its proof may be stolen, and a proof without a bound token proves nothing. */
    private void checkBinding(HttpRequestHead head, PresentedToken credentials, VerifiedToken token) {
        String boundKey = token.boundKey();
        if (boundKey == null) {
            if (credentials.isDpop() || !challengeFormatter.acceptsBearer()) {
                throw new InvalidTokenException("the token is bound to no key");
            }
            return;
        }
        if (proofVerifier == null) {
            throw new InvalidTokenException("the token is bound to a key, and no proofs are taken here");
        }
        if (!credentials.isDpop()) {
            throw new InvalidTokenException("the token is bound to a key, and came as a bearer token");
        }
        proofVerifier.verify(head, credentials.token(), boundKey);
    }

    private AccessDenial deny(int status, boolean proven, @Nullable String error) {
        return deny(status, proven, error, scopes, proven || !challengeFormatter.acceptsBearer());
    }

    private AccessDenial deny(
            int status, boolean proven, @Nullable String error, Set<String> needed, boolean provesNext) {
        Map<String, String> headers = new HashMap<>(nonceHeader(provesNext));
        headers.put(HeaderNames.WWW_AUTHENTICATE, challengeFormatter.format(proven, error, needed));
        return new AccessDenial(status, headers);
    }

    private Map<String, String> nonceHeader(boolean proven) {
        return proofVerifier == null || !proven ? Map.of() : proofVerifier.nonceHeader();
    }

    private void logRejection(HttpRequestHead head, String what, RuntimeException reason) {
        warnWithinLimit(String.format(
                "Not let in: %s to %s, bad %s: %s",
                head.remoteAddress(),
                Excerpts.quote(head.path()),
                what,
                Excerpts.escapeInvisible(String.valueOf(reason.getMessage()), MAX_REASON_CHARS)));
    }

    /** Logs at WARN as far as the limit goes, else at DEBUG. */
    private void warnWithinLimit(String refusal) {
        long leftOut = rejectionLogLimit.tryAdmit();
        if (leftOut < 0) {
            LOG.debug("{}", refusal);
        } else if (leftOut == 0) {
            LOG.warn("{}", refusal);
        } else {
            LOG.warn("{} ({} others were logged at level debug only)", refusal, leftOut);
        }
    }

    @Override
    public AccessDenial denyAccess(HttpRequestHead head, CallerPrincipal principal, Set<String> needed) {
        warnWithinLimit(String.format(
                "Not allowed: %s from %s needs the scopes %s",
                Excerpts.escapeInvisible(principal.name(), MAX_REASON_CHARS), head.remoteAddress(), needed));
        boolean proven = !head.headers().allValues("DPoP").isEmpty();
        return deny(FORBIDDEN, proven, "insufficient_scope", needed, proven);
    }
}
