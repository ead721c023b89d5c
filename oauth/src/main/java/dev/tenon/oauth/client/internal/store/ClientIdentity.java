package dev.tenon.oauth.client.internal.store;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.JWTAuthenticationClaimsSet;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.id.ClientID;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.ClientSigningKey;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.client.TokenEndpointAuthMethod;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The identity of this client at one authorization server.
 *
 * @param isDynamic whether the client registered itself, so that it can register again
 */
public record ClientIdentity(
        String id,
        TokenEndpointAuthMethod method,
        @Nullable String secret,
        @Nullable ClientSigningKey key,
        boolean isDynamic) {
    /** Creates the identity of a preregistered client, with an authentication method that the server supports. */
    public static ClientIdentity ofPreregistered(PreregisteredClient client, @Nullable List<String> supported) {
        TokenEndpointAuthMethod method = client.authMethod();
        if (method == null) {
            method = client.key() != null
                    ? TokenEndpointAuthMethod.PRIVATE_KEY_JWT
                    : client.secret() == null ? TokenEndpointAuthMethod.NONE : secretMethod(supported);
        }
        return new ClientIdentity(client.id(), method, client.secret(), client.key(), false);
    }

    /** Returns how to send a secret: in the header, unless the server only accepts it in the body. */
    public static TokenEndpointAuthMethod secretMethod(@Nullable List<String> supported) {
        boolean onlyPost = supported != null
                && supported.contains(TokenEndpointAuthMethod.SECRET_POST.wireName())
                && !supported.contains(TokenEndpointAuthMethod.SECRET_BASIC.wireName());
        return onlyPost ? TokenEndpointAuthMethod.SECRET_POST : TokenEndpointAuthMethod.SECRET_BASIC;
    }

    public ClientID clientId() {
        return new ClientID(id);
    }

    /** Creates the client authentication for one request; null for a client without credentials. */
    @Nullable public ClientAuthentication newAuthentication(String audience) {
        return switch (method) {
            case NONE -> null;
            case SECRET_BASIC -> new ClientSecretBasic(clientId(), new Secret(Objects.requireNonNull(secret)));
            case SECRET_POST -> new ClientSecretPost(clientId(), new Secret(Objects.requireNonNull(secret)));
            case PRIVATE_KEY_JWT -> signAssertion(Objects.requireNonNull(key), audience);
        };
    }

    /** Signs an assertion whose only audience is the issuer, so that no other authorization server can use it. */
    private PrivateKeyJWT signAssertion(ClientSigningKey signingKey, String audience) {
        try {
            return new PrivateKeyJWT(
                    new JWTAuthenticationClaimsSet(clientId(), new Audience(audience)),
                    JWSAlgorithm.parse(signingKey.algorithm()),
                    signingKey.key(),
                    signingKey.id(),
                    null);
        } catch (JOSEException e) {
            throw new AuthorizationException("The client key cannot sign with " + signingKey.algorithm(), e);
        }
    }

    /** Returns the ID and method, without secrets. */
    @Override
    public String toString() {
        return "ClientIdentity[" + id + ", " + method + "]";
    }
}
