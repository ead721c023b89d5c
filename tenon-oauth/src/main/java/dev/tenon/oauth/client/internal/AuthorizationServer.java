package dev.tenon.oauth.client.internal;

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
 * @param isDocumented false for one of 2025-03-26 that has no metadata, and stands where it must
 */
record AuthorizationServer(String issuer, AuthorizationServerMetadata metadata, boolean isDocumented) {
    /** One of 2025-03-26 without metadata (section "Fallbacks for Servers without Metadata Discovery"). */
    static AuthorizationServer undocumented(String base) {
        AuthorizationServerMetadata metadata = new AuthorizationServerMetadata(new Issuer(base));
        metadata.setAuthorizationEndpointURI(URI.create(base + "/authorize"));
        metadata.setTokenEndpointURI(URI.create(base + "/token"));
        metadata.setRegistrationEndpointURI(URI.create(base + "/register"));
        return new AuthorizationServer(base, metadata, false);
    }

    /** One that was configured, of which only the token endpoint is known. */
    static AuthorizationServer at(URI tokenEndpoint) {
        AuthorizationServerMetadata metadata = new AuthorizationServerMetadata(new Issuer(tokenEndpoint));
        metadata.setTokenEndpointURI(tokenEndpoint);
        return new AuthorizationServer(tokenEndpoint.toString(), metadata, false);
    }

    /** Whether it knows PKCE with S256; one without metadata is bound to by its revision. */
    boolean knowsPkce() {
        List<CodeChallengeMethod> methods = metadata.getCodeChallengeMethods();
        return !isDocumented || methods != null && methods.contains(CodeChallengeMethod.S256);
    }

    /** Whether a client's id may be the URL of its metadata document. */
    boolean takesClientDocuments() {
        return Boolean.TRUE.equals(metadata.getCustomParameter("client_id_metadata_document_supported"));
    }

    boolean knowsDpop() {
        List<JWSAlgorithm> algorithms = metadata.getDPoPJWSAlgs();
        return algorithms != null && algorithms.contains(JWSAlgorithm.ES256);
    }

    boolean knowsScope(String scope) {
        Scope scopes = metadata.getScopes();
        return scopes != null && scopes.contains(scope);
    }

    /** How clients may authenticate; null when it does not say, which means by their secret in the header. */
    @Nullable List<String> authMethods() {
        List<ClientAuthenticationMethod> methods = metadata.getTokenEndpointAuthMethods();
        return methods == null
                ? null
                : methods.stream().map(ClientAuthenticationMethod::getValue).toList();
    }

    URI tokenEndpoint() {
        return needed(metadata.getTokenEndpointURI(), "token endpoint");
    }

    URI authorizationEndpoint() {
        return needed(metadata.getAuthorizationEndpointURI(), "authorization endpoint");
    }

    private URI needed(@Nullable URI endpoint, String name) {
        if (endpoint == null) {
            throw new AuthorizationException("The metadata of " + issuer + " name no " + name);
        }
        return endpoint;
    }
}
