package dev.tenon.oauth.server;

import dev.tenon.oauth.server.internal.ChallengeFormatter;
import dev.tenon.oauth.server.internal.DpopProofVerifier;
import dev.tenon.oauth.server.internal.HttpFetcher;
import dev.tenon.oauth.server.internal.ResourceMetadataDocument;
import dev.tenon.oauth.server.internal.ScopeHierarchy;
import java.net.URI;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Builds an {@link OAuthAuthenticator}. */
public final class OAuthAuthenticatorBuilder {
    private static final String OFFLINE_ACCESS = "offline_access";

    private final URI resource;
    private final Set<String> authorizationServers = new LinkedHashSet<>();
    private final Set<String> scopes = new LinkedHashSet<>();
    private final Set<String> advertised = new LinkedHashSet<>();
    private final Map<String, Set<String>> implied = new HashMap<>();
    private DpopPolicy dpop = DpopPolicy.DEFAULT;
    private Clock clock = Clock.systemUTC();
    private @Nullable TokenVerifier verifier;
    private @Nullable String name;
    private @Nullable String documentation;

    OAuthAuthenticatorBuilder(URI resource) {
        if (resource.getRawQuery() != null) {
            throw new IllegalArgumentException("The URL of the server must not have a query: " + resource);
        }
        this.resource = resource;
    }

    /**
     * Adds an authorization server, where clients get tokens. At least one is required.
     *
     * @param issuer the exact issuer identifier in the metadata of the authorization server
     * @throws IllegalArgumentException if it is neither https nor http on this machine
     */
    public OAuthAuthenticatorBuilder authorizationServer(String issuer) {
        HttpFetcher.requireSecure(URI.create(issuer));
        authorizationServers.add(issuer);
        return this;
    }

    /**
     * Sets the verifier for tokens. The default is a {@link JwtVerifier} for the authorization servers, with the URL of
     * this server as the audience.
     */
    public OAuthAuthenticatorBuilder tokenVerifier(TokenVerifier verifier) {
        this.verifier = verifier;
        return this;
    }

    /**
     * Adds scopes that every request requires; tools, resources and prompts can require more. Clients request these at
     * their first login, so keep them few.
     *
     * @throws IllegalArgumentException for an invalid scope, and for {@code offline_access}, which grants no access to
     *     a resource (MCP authorization 2026-07-28, section "Refresh Tokens")
     */
    public OAuthAuthenticatorBuilder requiredScopes(String... required) {
        scopes.addAll(Arrays.asList(requireValidScopes(required)));
        return this;
    }

    /** Adds scopes to the metadata, besides the required ones: the common ones, not all that exist. */
    public OAuthAuthenticatorBuilder advertiseScopes(String... additional) {
        advertised.addAll(Arrays.asList(requireValidScopes(additional)));
        return this;
    }

    private static String[] requireValidScopes(String... scopes) {
        for (String scope : scopes) {
            if (scope.equals(OFFLINE_ACCESS)) {
                throw new IllegalArgumentException(OFFLINE_ACCESS + " grants no access to a resource: remove it");
            }
            if (scope.isEmpty() || !scope.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"' && c != '\\')) {
                throw new IllegalArgumentException("Not a scope (RFC 6749, section 3.3): \"" + scope + "\"");
            }
        }
        return scopes;
    }

    /** Declares that the broader scope includes the narrower ones, and the scopes that these include. */
    public OAuthAuthenticatorBuilder implyScopes(String broader, String... narrower) {
        implied.computeIfAbsent(broader, scope -> new TreeSet<>()).addAll(Arrays.asList(requireValidScopes(narrower)));
        return this;
    }

    /**
     * Sets the policy for DPoP proofs. The default is {@link DpopPolicy#DEFAULT}: only bound tokens require a proof.
     */
    public OAuthAuthenticatorBuilder dpop(DpopPolicy policy) {
        this.dpop = policy;
        return this;
    }

    /** Sets the display name of the server in its metadata. */
    public OAuthAuthenticatorBuilder name(String name) {
        this.name = name;
        return this;
    }

    /** Sets the URL of the documentation for developers in the metadata. */
    public OAuthAuthenticatorBuilder documentation(String url) {
        this.documentation = url;
        return this;
    }

    /** Sets the clock, for tests. */
    public OAuthAuthenticatorBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Builds the authenticator, without sending a request.
     *
     * @throws IllegalArgumentException if there is no authorization server
     */
    public OAuthAuthenticator build() {
        if (authorizationServers.isEmpty()) {
            throw new IllegalArgumentException(
                    "An authorization server is required; for a server without one use TokenVerifier.authenticator()");
        }
        Set<String> supported = new LinkedHashSet<>(scopes);
        supported.addAll(advertised);
        ResourceMetadataDocument metadata =
                new ResourceMetadataDocument(resource, authorizationServers, supported, name, documentation, dpop);
        ChallengeFormatter challenge =
                new ChallengeFormatter(metadata.metadataUrl(), !dpop.required(), String.join(" ", dpop.algorithms()));
        return new OAuthAuthenticator(
                verifier == null ? newJwtVerifier() : verifier,
                new ScopeHierarchy(Map.copyOf(implied)),
                scopes,
                challenge,
                new DpopProofVerifier(dpop, resource, clock),
                metadata.pages());
    }

    private TokenVerifier newJwtVerifier() {
        JwtVerifierBuilder jwts = JwtVerifier.forAudience(resource.toString()).clock(clock);
        authorizationServers.forEach(jwts::issuer);
        return jwts.build();
    }
}
