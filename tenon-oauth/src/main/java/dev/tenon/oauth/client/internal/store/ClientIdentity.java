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
 * This client as one authorization server knows it.
 *
 * @param isDynamic whether it was registered by itself, and can be again
 */
public record ClientIdentity(
        String id,
        TokenEndpointAuthMethod method,
        @Nullable String secret,
        @Nullable ClientSigningKey key,
        boolean isDynamic) {
    /** A client that was registered beforehand, authenticating as the server likes it. */
    public static ClientIdentity ofPreregistered(PreregisteredClient client, @Nullable List<String> liked) {
        TokenEndpointAuthMethod method = client.authMethod();
        if (method == null) {
            method = client.key() != null
                    ? TokenEndpointAuthMethod.PRIVATE_KEY_JWT
                    : client.secret() == null ? TokenEndpointAuthMethod.NONE : secretMethod(liked);
        }
        return new ClientIdentity(client.id(), method, client.secret(), client.key(), false);
    }

    /** How a secret is sent: in the header, unless the server takes it in the body only. */
    public static TokenEndpointAuthMethod secretMethod(@Nullable List<String> liked) {
        boolean onlyPost = liked != null
                && liked.contains(TokenEndpointAuthMethod.SECRET_POST.wireName())
                && !liked.contains(TokenEndpointAuthMethod.SECRET_BASIC.wireName());
        return onlyPost ? TokenEndpointAuthMethod.SECRET_POST : TokenEndpointAuthMethod.SECRET_BASIC;
    }

    public ClientID clientId() {
        return new ClientID(id);
    }

    /** What it shows at an authorization server, made anew for each request; null when it only names itself. */
    @Nullable public ClientAuthentication newAuthentication(String audience) {
        return switch (method) {
            case NONE -> null;
            case SECRET_BASIC -> new ClientSecretBasic(clientId(), new Secret(Objects.requireNonNull(secret)));
            case SECRET_POST -> new ClientSecretPost(clientId(), new Secret(Objects.requireNonNull(secret)));
            case PRIVATE_KEY_JWT -> signAssertion(Objects.requireNonNull(key), audience);
        };
    }

    /** The audience is the issuer alone, so that no other authorization server can use the assertion. */
    private PrivateKeyJWT signAssertion(ClientSigningKey with, String audience) {
        try {
            return new PrivateKeyJWT(
                    new JWTAuthenticationClaimsSet(clientId(), new Audience(audience)),
                    JWSAlgorithm.parse(with.algorithm()),
                    with.key(),
                    with.id(),
                    null);
        } catch (JOSEException e) {
            throw new AuthorizationException("The client's key cannot sign with " + with.algorithm(), e);
        }
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return "Client[" + id + ", " + method + "]";
    }
}
