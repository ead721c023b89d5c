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

/** Makes this client known to an authorization server, in the order of the specification (client registration). */
public record ClientRegistrar(OAuthClientSettings settings, CredentialStore vault, RestrictedHttpClient web) {
    /**
     * The client as that authorization server knows it already; null when it does not.
     *
     * @throws AuthorizationException when the client that was configured belongs to another one
     */
    @Nullable public ClientIdentity findClient(AuthorizationServer server) {
        PreregisteredClient configured = settings.client();
        if (configured != null) {
            return bindToIssuer(configured, server);
        }
        URI document = settings.clientDocument();
        if (document != null && server.supportsClientMetadataDocuments()) {
            return new ClientIdentity(document.toString(), TokenEndpointAuthMethod.NONE, null, null, false);
        }
        StoredRegistration registration = vault.loadRegistration(server.issuer());
        boolean isOver = registration != null
                && registration.expires() != null
                && !settings.clock().instant().isBefore(registration.expires());
        return registration == null || isOver ? null : registration.client();
    }

    /**
     * Credentials belong to the authorization server that gave them: the named one, or the first that they were used
     * with.
     */
    private ClientIdentity bindToIssuer(PreregisteredClient configured, AuthorizationServer server) {
        String issuer = configured.issuer() == null ? vault.findIssuer(configured.id()) : configured.issuer();
        if (issuer == null) {
            vault.bindIssuer(configured.id(), server.issuer());
        } else if (!issuer.equals(server.issuer())) {
            throw new AuthorizationException("The client '" + configured.id() + "' is registered with " + issuer
                    + ", but the server now leads to " + server.issuer()
                    + ". Its credentials are not tried there: register it with that one, and name its issuer");
        }
        return ClientIdentity.ofPreregistered(configured, server.authMethods());
    }

    /**
     * An authorization server has refused something that this client asked for. When it does not know the client, the
     * registration is forgotten: the next login registers it anew.
     *
     * @return whether that is so
     */
    public boolean handleRefusal(AuthorizationServer server, ClientIdentity client, OAuthErrorException e) {
        boolean isUnknown =
                e.errorCode().equals("invalid_client") || e.errorCode().equals("unauthorized_client");
        if (isUnknown) {
            forget(server, client);
        }
        return isUnknown && client.isDynamic();
    }

    /** Forgets a client that registered itself. */
    public void forget(AuthorizationServer server, ClientIdentity client) {
        if (client.isDynamic()) {
            vault.removeRegistration(server.issuer());
        }
    }

    /** Keeps a client that did not register itself, if that is wanted. */
    public void storeConfigured(AuthorizationServer server, ClientIdentity client) {
        if (settings.storesClient() && !client.isDynamic() && client.key() == null) {
            vault.save(server.issuer(), new StoredRegistration(client, settings.redirectUri(), null));
        }
    }

    /** The redirect URI that was registered with that authorization server, or null. */
    @Nullable public URI registeredRedirect(AuthorizationServer server) {
        StoredRegistration registration = settings.client() == null ? vault.loadRegistration(server.issuer()) : null;
        return registration == null ? null : registration.redirect();
    }

    /**
     * The client for a person's login, registered now if it must be.
     *
     * @throws AuthorizationException when there is no way to register, or the authorization server refuses
     */
    public ClientIdentity getOrRegister(AuthorizationServer server, URI redirect) {
        ClientIdentity known = findClient(server);
        if (known != null && (!known.isDynamic() || redirect.equals(registeredRedirect(server)))) {
            return known;
        }
        URI endpoint = server.metadata().getRegistrationEndpointURI();
        if (endpoint == null) {
            throw new AuthorizationException("The authorization server " + server.issuer()
                    + " lets no client register by itself: register this one there, and give its client id");
        }
        StoredRegistration registration = register(server, endpoint, redirect);
        vault.save(server.issuer(), registration);
        return registration.client();
    }

    private StoredRegistration register(AuthorizationServer server, URI endpoint, URI redirect) {
        TokenEndpointAuthMethod method = chooseAuthMethod(server);
        OIDCClientMetadata metadata = new OIDCClientMetadata();
        metadata.setName(settings.clientName());
        metadata.setApplicationType(ApplicationType.NATIVE);
        metadata.setRedirectionURI(redirect);
        metadata.setGrantTypes(Set.of(GrantType.AUTHORIZATION_CODE, GrantType.REFRESH_TOKEN));
        metadata.setResponseTypes(Set.of(ResponseType.CODE));
        metadata.setTokenEndpointAuthMethod(new ClientAuthenticationMethod(method.wireName()));
        ClientRegistrationRequest request = new ClientRegistrationRequest(endpoint, metadata, null);
        HTTPResponse answer = web.send(request.toHTTPRequest(), "the registration endpoint");
        if (answer.getStatusCode() == 404 && !server.hasMetadata()) {
            throw new AuthorizationException("The server " + HttpUrls.origin(settings.server())
                    + " wants a login, but does not say where: it has no protected resource metadata, and no authorization"
                    + " server stands beside it");
        }
        try {
            ClientRegistrationResponse response = ClientRegistrationResponse.parse(answer);
            if (!response.indicatesSuccess()) {
                throw OAuthErrors.toException(
                        "The authorization server " + server.issuer() + " does not register this client",
                        response.toErrorResponse().getErrorObject(),
                        ". Register it there by hand, and give its client id");
            }
            return toRegistration(response.toSuccessResponse().getClientInformation(), method, redirect);
        } catch (ParseException e) {
            throw new AuthorizationException("The authorization server " + server.issuer()
                    + " does not answer a registration as it should (HTTP status " + answer.getStatusCode() + ")");
        }
    }

    /** A program on somebody's machine keeps no secret well, so none is wanted if the server can do without. */
    private static TokenEndpointAuthMethod chooseAuthMethod(AuthorizationServer server) {
        List<String> liked = server.authMethods();
        if (!server.hasMetadata() || liked != null && liked.contains(TokenEndpointAuthMethod.NONE.wireName())) {
            return TokenEndpointAuthMethod.NONE;
        }
        return ClientIdentity.secretMethod(liked);
    }

    private static StoredRegistration toRegistration(
            ClientInformation client, TokenEndpointAuthMethod wanted, URI redirect) {
        Secret secret = client.getSecret();
        ClientAuthenticationMethod said = client.getMetadata().getTokenEndpointAuthMethod();
        TokenEndpointAuthMethod method = said == null
                ? wanted
                : TokenEndpointAuthMethod.of(said.getValue()).orElse(wanted);
        if (method == TokenEndpointAuthMethod.PRIVATE_KEY_JWT
                || method != TokenEndpointAuthMethod.NONE && secret == null) {
            throw new AuthorizationException(
                    "The authorization server wants this client to authenticate, but gave it no secret");
        }
        Instant expires = secret == null || secret.getExpirationDate() == null
                ? null
                : secret.getExpirationDate().toInstant();
        String value = secret == null ? null : secret.getValue();
        return new StoredRegistration(
                new ClientIdentity(client.getID().getValue(), method, value, null, true), redirect, expires);
    }
}
