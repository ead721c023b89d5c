package dev.tenon.oauth.server;

import dev.tenon.concurrent.LogLimit;
import dev.tenon.http.HeaderNames;
import dev.tenon.json.Quote;
import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpHead;
import dev.tenon.server.Principal;
import dev.tenon.server.PublicPage;
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
 * <p>It shows its metadata (RFC 9728) at the well-known address for its path, and at that of the host; tells a caller without
 * a token where to get one; checks every token on every request, and the proof of one that is bound to a key (RFC 9449); and
 * says which scopes are lacking. A token is never passed on, nor logged; why one was refused is in the log {@code
 * dev.tenon.oauth} and nowhere else.
 */
public final class ProtectedResource implements Authenticator {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth");
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int UNAVAILABLE = 503;
    private static final String RETRY_AFTER_SECONDS = "5";
    private static final int LONGEST_REASON = 400;

    private final LogLimit refusals = new LogLimit(20, Duration.ofSeconds(10));
    private final TokenVerifier verifier;
    private final ScopeHierarchy hierarchy;
    private final Set<String> scopes;
    private final Challenge challenge;
    private final @Nullable DpopProofs proofs;
    private final List<PublicPage> pages;

    /**
     * A server that checks tokens.
     *
     * @param scopes what every caller needs
     * @param proofs checks proofs, or null where none are taken
     */
    ProtectedResource(
            TokenVerifier verifier,
            ScopeHierarchy hierarchy,
            Set<String> scopes,
            Challenge challenge,
            @Nullable DpopProofs proofs,
            List<PublicPage> pages) {
        this.verifier = verifier;
        this.hierarchy = hierarchy;
        this.scopes = Set.copyOf(scopes);
        this.challenge = challenge;
        this.proofs = proofs;
        this.pages = pages;
    }

    /**
     * The server at that address, as clients know it: behind a proxy it is the address of the proxy.
     *
     * @param resource the resource identifier (RFC 8707, section 2): https, or http on this machine, without a fragment
     * @throws IllegalArgumentException when it is none
     */
    public static ProtectedResourceBuilder at(String resource) {
        return new ProtectedResourceBuilder(Fetch.checked(URI.create(resource)));
    }

    @Override
    public Set<String> scopes() {
        return scopes;
    }

    @Override
    public List<PublicPage> pages() {
        return pages;
    }

    @Override
    public Verdict authenticate(HttpHead head) {
        boolean proven = false;
        try {
            Credentials credentials = Credentials.of(head);
            if (credentials == null) {
                LOG.debug("Not let in: {} without a token", head.remoteAddress());
                return refuse(UNAUTHORIZED, false, null);
            }
            proven = credentials.proven();
            VerifiedToken token = verifier.verify(credentials.token());
            proven |= token.boundKey() != null;
            checkBinding(head, credentials, token);
            Principal principal =
                    new Principal(token.name(), hierarchy.expand(token.scopes()), token.claims(), token.expires());
            return new Known(principal, nonceHeader(proven));
        } catch (Credentials.MalformedException e) {
            log(head, "request", e);
            return refuse(BAD_REQUEST, false, "invalid_request");
        } catch (InvalidTokenException e) {
            log(head, "token", e);
            return refuse(UNAUTHORIZED, proven, "invalid_token");
        } catch (InvalidProofException e) {
            log(head, "proof", e);
            return refuse(UNAUTHORIZED, true, e.error());
        } catch (VerifierUnavailableException e) {
            LOG.warn("Nobody can be let in: {}", e.getMessage(), e.getCause());
            return new Refused(UNAVAILABLE, Map.of(HeaderNames.RETRY_AFTER, RETRY_AFTER_SECONDS));
        }
    }

    /** A bound token without its proof may be stolen, and a proof without a bound token proves nothing. */
    private void checkBinding(HttpHead head, Credentials credentials, VerifiedToken token) {
        String boundKey = token.boundKey();
        if (boundKey == null) {
            if (credentials.proven() || !challenge.bearer()) {
                throw new InvalidTokenException("the token is bound to no key");
            }
            return;
        }
        if (proofs == null) {
            throw new InvalidTokenException("the token is bound to a key, and no proofs are taken here");
        }
        if (!credentials.proven()) {
            throw new InvalidTokenException("the token is bound to a key, and came as a bearer token");
        }
        proofs.check(head, credentials.token(), boundKey);
    }

    private Refused refuse(int status, boolean proven, @Nullable String error) {
        return refuse(status, proven, error, scopes, proven || !challenge.bearer());
    }

    private Refused refuse(int status, boolean proven, @Nullable String error, Set<String> needed, boolean provesNext) {
        Map<String, String> headers = new HashMap<>(nonceHeader(provesNext));
        headers.put(HeaderNames.WWW_AUTHENTICATE, challenge.text(proven, error, needed));
        return new Refused(status, headers);
    }

    private Map<String, String> nonceHeader(boolean proven) {
        return proofs == null || !proven ? Map.of() : proofs.nonceHeader();
    }

    private void log(HttpHead head, String what, RuntimeException reason) {
        warn(String.format(
                "Not let in: %s to %s, bad %s: %s",
                head.remoteAddress(),
                Quote.shortened(head.path()),
                what,
                Quote.visible(String.valueOf(reason.getMessage()), LONGEST_REASON)));
    }

    /** Logs at WARN as far as the limit goes, else at DEBUG. */
    private void warn(String refusal) {
        long leftOut = refusals.admit();
        if (leftOut < 0) {
            LOG.debug("{}", refusal);
        } else if (leftOut == 0) {
            LOG.warn("{}", refusal);
        } else {
            LOG.warn("{} ({} others were logged at level debug only)", refusal, leftOut);
        }
    }

    @Override
    public Refused forbid(HttpHead head, Principal principal, Set<String> needed) {
        warn(String.format(
                "Not allowed: %s from %s needs the scopes %s",
                Quote.visible(principal.name(), LONGEST_REASON), head.remoteAddress(), needed));
        boolean proven = !head.headers().all("DPoP").isEmpty();
        return refuse(FORBIDDEN, proven, "insufficient_scope", needed, proven);
    }
}
