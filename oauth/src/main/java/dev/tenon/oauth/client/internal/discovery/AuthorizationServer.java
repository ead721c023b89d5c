package dev.tenon.oauth.client.internal.discovery;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import dev.tenon.oauth.client.AuthorizationException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An authorization server with validated metadata: their issuer equals the requested one.
 *
 * @param issuer the exact issuer identifier
 * @param hasMetadata false for a server of revision 2025-03-26 without metadata, which uses the default endpoints
 */
public record AuthorizationServer(String issuer, AuthorizationServerMetadata metadata, boolean hasMetadata) {
    /**
     * Creates a server of revision 2025-03-26 without metadata (section "Fallbacks for Servers without Metadata
     * Discovery").
     */
    static AuthorizationServer withoutMetadata(String base) {
        AuthorizationServerMetadata metadata = new AuthorizationServerMetadata(new Issuer(base));
        metadata.setAuthorizationEndpointURI(URI.create(base + "/authorize"));
        metadata.setTokenEndpointURI(URI.create(base + "/token"));
        metadata.setRegistrationEndpointURI(URI.create(base + "/register"));
        return new AuthorizationServer(base, metadata, false);
    }

    /** Creates a configured server of which only the token endpoint is known. */
    public static AuthorizationServer ofTokenEndpoint(URI tokenEndpoint) {
        AuthorizationServerMetadata metadata = new AuthorizationServerMetadata(new Issuer(tokenEndpoint));
        metadata.setTokenEndpointURI(tokenEndpoint);
        return new AuthorizationServer(tokenEndpoint.toString(), metadata, false);
    }

    /** Returns whether the server supports PKCE with S256, which its revision requires if it has no metadata. */
    public boolean supportsPkce() {
        List<CodeChallengeMethod> methods = metadata.getCodeChallengeMethods();
        return !hasMetadata || methods != null && methods.contains(CodeChallengeMethod.S256);
    }

    /** Returns whether the client ID can be the URL of a client metadata document. */
    public boolean supportsClientMetadataDocuments() {
        return Boolean.TRUE.equals(metadata.getCustomParameter("client_id_metadata_document_supported"));
    }

    public boolean supportsDpop() {
        List<JWSAlgorithm> algorithms = metadata.getDPoPJWSAlgs();
        return algorithms != null && algorithms.contains(JWSAlgorithm.ES256);
    }

    public boolean supportsScope(String scope) {
        Scope scopes = metadata.getScopes();
        return scopes != null && scopes.contains(scope);
    }

    /** Returns the client authentication methods; null if unspecified, which means {@code client_secret_basic}. */
    @Nullable public List<String> authMethods() {
        List<ClientAuthenticationMethod> methods = metadata.getTokenEndpointAuthMethods();
        return methods == null
                ? null
                : methods.stream().map(ClientAuthenticationMethod::getValue).toList();
    }

    public URI tokenEndpoint() {
        return requireEndpoint(metadata.getTokenEndpointURI(), "token endpoint");
    }

    public URI authorizationEndpoint() {
        return requireEndpoint(metadata.getAuthorizationEndpointURI(), "authorization endpoint");
    }

    private URI requireEndpoint(@Nullable URI endpoint, String name) {
        if (endpoint == null) {
            throw new AuthorizationException("The metadata of " + issuer + " contain no " + name);
        }
        return endpoint;
    }
}
