package dev.tenon.oauth.server;

import dev.tenon.oauth.server.internal.ChallengeFormatter;
import dev.tenon.oauth.server.internal.DpopProofVerifier;
import dev.tenon.oauth.server.internal.HttpFetcher;
import dev.tenon.oauth.server.internal.ResourceMetadataPublisher;
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

/** Describes a protected server; {@link #build} makes the authenticator. */
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
            throw new IllegalArgumentException("The address of a server here has no query: " + resource);
        }
        this.resource = resource;
    }

    /**
     * Where clients get tokens; may be called several times.
     *
     * @param issuer the issuer identifier of the authorization server, exactly as its metadata has it
     * @throws IllegalArgumentException when it is no https address, nor http on this machine
     */
    public OAuthAuthenticatorBuilder authorizationServer(String issuer) {
        HttpFetcher.requireSecure(URI.create(issuer));
        authorizationServers.add(issuer);
        return this;
    }

    /**
     * What tells good tokens from bad. By default tokens are JWTs of the authorization servers whose only audience is
     * this server's address; see {@link JwtVerifier}.
     */
    public OAuthAuthenticatorBuilder tokenVerifier(TokenVerifier verifier) {
        this.verifier = verifier;
        return this;
    }

    /**
     * What every caller needs, whatever it asks for; tools, resources and prompts may need more. Clients are told to
     * ask for these first, so keep them few.
     *
     * @throws IllegalArgumentException for {@code offline_access}, which is no right to a resource (2026-07-28,
     *     basic/authorization, Refresh Tokens)
     */
    public OAuthAuthenticatorBuilder requiredScopes(String... needed) {
        scopes.addAll(Arrays.asList(requireValidScopes(needed)));
        return this;
    }

    /** Scopes that the metadata names beside those that every caller needs: what is usual, not all that there is. */
    public OAuthAuthenticatorBuilder advertiseScopes(String... usual) {
        advertised.addAll(Arrays.asList(requireValidScopes(usual)));
        return this;
    }

    private static String[] requireValidScopes(String... scopes) {
        for (String scope : scopes) {
            if (scope.equals(OFFLINE_ACCESS)) {
                throw new IllegalArgumentException(OFFLINE_ACCESS + " is no right to a resource: leave it out");
            }
            if (scope.isEmpty() || !scope.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"' && c != '\\')) {
                throw new IllegalArgumentException("Not a scope (RFC 6749, section 3.3): \"" + scope + "\"");
            }
        }
        return scopes;
    }

    /** A caller with the broader scope has the narrower ones too, and what they imply in turn. */
    public OAuthAuthenticatorBuilder implyScopes(String broader, String... narrower) {
        implied.computeIfAbsent(broader, scope -> new TreeSet<>()).addAll(Arrays.asList(requireValidScopes(narrower)));
        return this;
    }

    /** How callers prove that a token is theirs; by default those prove it whose token is bound to a key. */
    public OAuthAuthenticatorBuilder dpop(DpopPolicy rules) {
        this.dpop = rules;
        return this;
    }

    /** A name of the server for people, in its metadata. */
    public OAuthAuthenticatorBuilder name(String name) {
        this.name = name;
        return this;
    }

    /** Where developers read about the server, in its metadata. */
    public OAuthAuthenticatorBuilder documentation(String url) {
        this.documentation = url;
        return this;
    }

    /** Tells the time; for tests. */
    public OAuthAuthenticatorBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Makes the authenticator. It asks nobody for anything yet.
     *
     * @throws IllegalArgumentException when there is no authorization server
     */
    public OAuthAuthenticator build() {
        if (authorizationServers.isEmpty()) {
            throw new IllegalArgumentException(
                    "Name the authorization server; for a server without one there is TokenVerifier.authenticator()");
        }
        Set<String> supported = new LinkedHashSet<>(scopes);
        supported.addAll(advertised);
        ResourceMetadataPublisher metadata =
                new ResourceMetadataPublisher(resource, authorizationServers, supported, name, documentation, dpop);
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
