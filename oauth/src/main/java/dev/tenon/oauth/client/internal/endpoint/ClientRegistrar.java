package dev.tenon.oauth.client.internal.endpoint;

import com.nimbusds.oauth2.sdk.GrantType;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.client.ClientInformation;
import com.nimbusds.oauth2.sdk.client.ClientRegistrationRequest;
import com.nimbusds.oauth2.sdk.client.ClientRegistrationResponse;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.openid.connect.sdk.rp.ApplicationType;
import com.nimbusds.openid.connect.sdk.rp.OIDCClientMetadata;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.client.TokenEndpointAuthMethod;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.client.internal.store.ClientIdentity;
import dev.tenon.oauth.client.internal.store.CredentialStore;
import dev.tenon.oauth.client.internal.store.StoredRegistration;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds or registers this client at an authorization server, in the order of the specification (MCP client
 * registration).
 */
public record ClientRegistrar(OAuthClientSettings settings, CredentialStore store, RestrictedHttpClient web) {
    /**
     * Returns the client that is already known to the authorization server, or null. On the first use of a configured
     * client without an issuer, stores this authorization server as its issuer.
     *
     * @throws AuthorizationException if the configured client belongs to a different authorization server
     */
    @Nullable public ClientIdentity findClientAndBindIssuer(AuthorizationServer server) {
        PreregisteredClient configured = settings.client();
        if (configured != null) {
            return bindIssuerAndCreateClient(configured, server);
        }
        URI document = settings.clientDocument();
        if (document != null && server.supportsClientMetadataDocuments()) {
            return new ClientIdentity(document.toString(), TokenEndpointAuthMethod.NONE, null, null, false);
        }
        StoredRegistration registration = store.loadRegistration(server.issuer());
        boolean isExpired = registration != null
                && registration.expires() != null
                && !settings.clock().instant().isBefore(registration.expires());
        return registration == null || isExpired ? null : registration.client();
    }

    /**
     * Returns the identity of a configured client. Its issuer is the configured one, or the first one with which it was
     * used; if there is none yet, this authorization server is stored as its issuer.
     *
     * @throws AuthorizationException if the issuer is a different authorization server
     */
    private ClientIdentity bindIssuerAndCreateClient(PreregisteredClient configured, AuthorizationServer server) {
        String issuer = configured.issuer() == null ? store.findIssuer(configured.id()) : configured.issuer();
        if (issuer == null) {
            store.saveIssuerOfClientId(configured.id(), server.issuer());
        } else if (!issuer.equals(server.issuer())) {
            throw new AuthorizationException(
                    "The client '" + configured.id() + "' is registered at " + issuer + ", but the server now names "
                            + server.issuer()
                            + ". The client does not send its credentials there: register it there and set its issuer");
        }
        return ClientIdentity.ofPreregistered(configured, server.authMethods());
    }

    /**
     * Handles an error of the authorization server. If it does not know the client, the stored registration is removed,
     * so that the next login registers the client again.
     *
     * @return whether the client can register again
     */
    public boolean prepareReregistrationIfUnknown(
            AuthorizationServer server, ClientIdentity client, OAuthErrorException e) {
        boolean isUnknown = Set.of("invalid_client", "unauthorized_client").contains(e.errorCode());
        if (isUnknown) {
            forget(server, client);
        }
        return isUnknown && client.isDynamic();
    }

    /** Removes the stored registration of a client that registered itself. */
    public void forget(AuthorizationServer server, ClientIdentity client) {
        if (client.isDynamic()) {
            store.removeRegistration(server.issuer());
        }
    }

    /** Stores a configured client, if the settings say so. */
    public void saveConfiguredClientIfEnabled(AuthorizationServer server, ClientIdentity client) {
        if (settings.storesClient() && !client.isDynamic() && client.key() == null) {
            store.save(server.issuer(), new StoredRegistration(client, settings.redirectUri(), null));
        }
    }

    /**
     * Returns the redirect URI of the stored registration at the authorization server; null if there is none, and for
     * every configured client.
     */
    @Nullable public URI registeredRedirect(AuthorizationServer server) {
        StoredRegistration registration = settings.client() == null ? store.loadRegistration(server.issuer()) : null;
        return registration == null ? null : registration.redirect();
    }

    /**
     * Returns the client for a login, after registering it if necessary.
     *
     * @throws AuthorizationException if the client cannot register, or the authorization server rejects it
     */
    public ClientIdentity getOrRegister(AuthorizationServer server, URI redirect) {
        ClientIdentity known = findClientAndBindIssuer(server);
        if (known != null && (!known.isDynamic() || redirect.equals(registeredRedirect(server)))) {
            return known;
        }
        URI endpoint = server.metadata().getRegistrationEndpointURI();
        if (endpoint == null) {
            throw new AuthorizationException("The authorization server " + server.issuer()
                    + " does not support dynamic registration: register the client there and configure its client ID");
        }
        StoredRegistration registration = requestRegistration(server, endpoint, redirect);
        store.save(server.issuer(), registration);
        return registration.client();
    }

    private StoredRegistration requestRegistration(AuthorizationServer server, URI endpoint, URI redirect) {
        TokenEndpointAuthMethod method = chooseAuthMethod(server);
        OIDCClientMetadata metadata = new OIDCClientMetadata();
        metadata.setName(settings.clientName());
        metadata.setApplicationType(ApplicationType.NATIVE);
        metadata.setRedirectionURI(redirect);
        metadata.setGrantTypes(Set.of(GrantType.AUTHORIZATION_CODE, GrantType.REFRESH_TOKEN));
        metadata.setResponseTypes(Set.of(ResponseType.CODE));
        metadata.setTokenEndpointAuthMethod(new ClientAuthenticationMethod(method.wireName()));
        ClientRegistrationRequest request = new ClientRegistrationRequest(endpoint, metadata, null);
        HTTPResponse httpResponse = web.send(request.toHTTPRequest(), "the registration endpoint");
        if (httpResponse.getStatusCode() == 404 && !server.hasMetadata()) {
            throw new AuthorizationException("The server " + HttpUrls.origin(settings.server())
                    + " requires a login, but names no authorization server: it has no protected resource metadata, and"
                    + " there is no authorization server at its origin");
        }
        try {
            ClientRegistrationResponse response = ClientRegistrationResponse.parse(httpResponse);
            if (!response.indicatesSuccess()) {
                throw OAuthErrorFormatter.toException(
                        "The authorization server " + server.issuer() + " rejects the registration of this client",
                        response.toErrorResponse().getErrorObject(),
                        ". Register it there manually and configure its client ID");
            }
            return toRegistration(response.toSuccessResponse().getClientInformation(), method, redirect);
        } catch (ParseException e) {
            throw new AuthorizationException("The authorization server " + server.issuer()
                    + " sent an invalid response to a registration (HTTP status " + httpResponse.getStatusCode() + ")");
        }
    }

    /** Prefers no secret, because a program on the user's machine cannot protect one. */
    private static TokenEndpointAuthMethod chooseAuthMethod(AuthorizationServer server) {
        List<String> supported = server.authMethods();
        if (!server.hasMetadata() || supported != null && supported.contains(TokenEndpointAuthMethod.NONE.wireName())) {
            return TokenEndpointAuthMethod.NONE;
        }
        return ClientIdentity.secretMethod(supported);
    }

    private static StoredRegistration toRegistration(
            ClientInformation client, TokenEndpointAuthMethod requested, URI redirect) {
        Secret secret = client.getSecret();
        ClientAuthenticationMethod registered = client.getMetadata().getTokenEndpointAuthMethod();
        TokenEndpointAuthMethod method = registered == null
                ? requested
                : TokenEndpointAuthMethod.of(registered.getValue()).orElse(requested);
        if (method == TokenEndpointAuthMethod.PRIVATE_KEY_JWT
                || method != TokenEndpointAuthMethod.NONE && secret == null) {
            throw new AuthorizationException(
                    "The authorization server requires client authentication, but issued no secret");
        }
        Instant expires = secret == null || secret.getExpirationDate() == null
                ? null
                : secret.getExpirationDate().toInstant();
        String value = secret == null ? null : secret.getValue();
        return new StoredRegistration(
                new ClientIdentity(client.getID().getValue(), method, value, null, true), redirect, expires);
    }
}
