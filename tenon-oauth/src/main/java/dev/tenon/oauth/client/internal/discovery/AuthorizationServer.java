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
 * An authorization server whose metadata were checked: the issuer in them is the one that was asked for.
 *
 * @param issuer its identifier, to the letter
 * @param hasMetadata false for one of 2025-03-26 that has no metadata, and stands where it must
 */
public record AuthorizationServer(String issuer, AuthorizationServerMetadata metadata, boolean hasMetadata) {
    /** One of 2025-03-26 without metadata (section "Fallbacks for Servers without Metadata Discovery"). */
    static AuthorizationServer withoutMetadata(String base) {
        AuthorizationServerMetadata metadata = new AuthorizationServerMetadata(new Issuer(base));
        metadata.setAuthorizationEndpointURI(URI.create(base + "/authorize"));
        metadata.setTokenEndpointURI(URI.create(base + "/token"));
        metadata.setRegistrationEndpointURI(URI.create(base + "/register"));
        return new AuthorizationServer(base, metadata, false);
    }

    /** One that was configured, of which only the token endpoint is known. */
    public static AuthorizationServer ofTokenEndpoint(URI tokenEndpoint) {
        AuthorizationServerMetadata metadata = new AuthorizationServerMetadata(new Issuer(tokenEndpoint));
        metadata.setTokenEndpointURI(tokenEndpoint);
        return new AuthorizationServer(tokenEndpoint.toString(), metadata, false);
    }

    /** Whether it knows PKCE with S256; one without metadata is bound to by its revision. */
    public boolean supportsPkce() {
        List<CodeChallengeMethod> methods = metadata.getCodeChallengeMethods();
        return !hasMetadata || methods != null && methods.contains(CodeChallengeMethod.S256);
    }

    /** Whether a client's id may be the URL of its metadata document. */
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

    /** How clients may authenticate; null when it does not say, which means by their secret in the header. */
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
            throw new AuthorizationException("The metadata of " + issuer + " name no " + name);
        }
        return endpoint;
    }
}
