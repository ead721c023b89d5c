package dev.tenon.oauth.client.internal;

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
import dev.tenon.oauth.client.AuthMethod;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.RegisteredClient;
import dev.tenon.oauth.client.TokenRefusedException;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes this client known to an authorization server, in the order of the specification (client registration). */
record Registrar(Settings settings, Vault vault, Web web) {
    /**
     * The client as that authorization server knows it already; null when it does not.
     *
     * @throws AuthorizationException when the client that was configured belongs to another one
     */
    @Nullable Client known(AuthorizationServer server) {
        RegisteredClient configured = settings.client();
        if (configured != null) {
            return bound(configured, server);
        }
        URI document = settings.clientDocument();
        if (document != null && server.takesClientDocuments()) {
            return new Client(document.toString(), AuthMethod.NONE, null, null, false);
        }
        Registration registration = vault.registration(server.issuer());
        boolean isOver = registration != null
                && registration.expires() != null
                && !settings.clock().instant().isBefore(registration.expires());
        return registration == null || isOver ? null : registration.client();
    }

    /** Credentials belong to the authorization server that gave them: the named one, or the first that they were used with. */
    private Client bound(RegisteredClient configured, AuthorizationServer server) {
        String issuer = configured.issuer() == null ? vault.issuerOf(configured.id()) : configured.issuer();
        if (issuer == null) {
            vault.bind(configured.id(), server.issuer());
        } else if (!issuer.equals(server.issuer())) {
            throw new AuthorizationException("The client '" + configured.id() + "' is registered with " + issuer
                    + ", but the server now leads to " + server.issuer()
                    + ". Its credentials are not tried there: register it with that one, and name its issuer");
        }
        return Client.of(configured, server.authMethods());
    }

    /**
     * An authorization server has refused something that this client asked for. When it does not know the client, the registration
     * is forgotten: the next login registers it anew.
     *
     * @return whether that is so
     */
    boolean refused(AuthorizationServer server, Client client, TokenRefusedException e) {
        boolean isUnknown = e.code().equals("invalid_client") || e.code().equals("unauthorized_client");
        if (isUnknown) {
            forget(server, client);
        }
        return isUnknown && client.isForgettable();
    }

    /** Forgets a client that registered itself. */
    void forget(AuthorizationServer server, Client client) {
        if (client.isForgettable()) {
            vault.forgetRegistration(server.issuer());
        }
    }

    /** Keeps a client that did not register itself, if that is wanted. */
    void keep(AuthorizationServer server, Client client) {
        if (settings.keepsClient() && !client.isForgettable() && client.key() == null) {
            vault.keep(server.issuer(), new Registration(client, settings.redirect(), null));
        }
    }

    /** The redirect URI that was registered with that authorization server, or null. */
    @Nullable URI registeredRedirect(AuthorizationServer server) {
        Registration registration = settings.client() == null ? vault.registration(server.issuer()) : null;
        return registration == null ? null : registration.redirect();
    }

    /**
     * The client for a person's login, registered now if it must be.
     *
     * @throws AuthorizationException when there is no way to register, or the authorization server refuses
     */
    Client forLogin(AuthorizationServer server, URI redirect) {
        Client known = known(server);
        if (known != null && (!known.isForgettable() || redirect.equals(registeredRedirect(server)))) {
            return known;
        }
        URI endpoint = server.metadata().getRegistrationEndpointURI();
        if (endpoint == null) {
            throw new AuthorizationException("The authorization server " + server.issuer()
                    + " lets no client register by itself: register this one there, and give its client id");
        }
        Registration registration = register(server, endpoint, redirect);
        vault.keep(server.issuer(), registration);
        return registration.client();
    }

    private Registration register(AuthorizationServer server, URI endpoint, URI redirect) {
        AuthMethod method = method(server);
        OIDCClientMetadata metadata = new OIDCClientMetadata();
        metadata.setName(settings.clientName());
        metadata.setApplicationType(ApplicationType.NATIVE);
        metadata.setRedirectionURI(redirect);
        metadata.setGrantTypes(Set.of(GrantType.AUTHORIZATION_CODE, GrantType.REFRESH_TOKEN));
        metadata.setResponseTypes(Set.of(ResponseType.CODE));
        metadata.setTokenEndpointAuthMethod(new ClientAuthenticationMethod(method.wireName()));
        ClientRegistrationRequest request = new ClientRegistrationRequest(endpoint, metadata, null);
        HTTPResponse answer = web.send(request.toHTTPRequest(), "the registration endpoint");
        if (answer.getStatusCode() == 404 && !server.isDocumented()) {
            throw new AuthorizationException("The server " + HttpUrls.origin(settings.server())
                    + " wants a login, but does not say where: it has no protected resource metadata, and no authorization"
                    + " server stands beside it");
        }
        try {
            ClientRegistrationResponse response = ClientRegistrationResponse.parse(answer);
            if (!response.indicatesSuccess()) {
                throw TokenErrors.exception(
                        "The authorization server " + server.issuer() + " does not register this client",
                        response.toErrorResponse().getErrorObject(),
                        ". Register it there by hand, and give its client id");
            }
            return registration(response.toSuccessResponse().getClientInformation(), method, redirect);
        } catch (ParseException e) {
            throw new AuthorizationException("The authorization server " + server.issuer()
                    + " does not answer a registration as it should (HTTP status " + answer.getStatusCode() + ")");
        }
    }

    /** A program on somebody's machine keeps no secret well, so none is wanted if the server can do without. */
    private static AuthMethod method(AuthorizationServer server) {
        List<String> liked = server.authMethods();
        if (!server.isDocumented() || liked != null && liked.contains(AuthMethod.NONE.wireName())) {
            return AuthMethod.NONE;
        }
        return Client.bySecret(liked);
    }

    private static Registration registration(ClientInformation client, AuthMethod wanted, URI redirect) {
        Secret secret = client.getSecret();
        ClientAuthenticationMethod said = client.getMetadata().getTokenEndpointAuthMethod();
        AuthMethod method =
                said == null ? wanted : AuthMethod.of(said.getValue()).orElse(wanted);
        if (method == AuthMethod.PRIVATE_KEY_JWT || method != AuthMethod.NONE && secret == null) {
            throw new AuthorizationException(
                    "The authorization server wants this client to authenticate, but gave it no secret");
        }
        Instant expires = secret == null || secret.getExpirationDate() == null
                ? null
                : secret.getExpirationDate().toInstant();
        String value = secret == null ? null : secret.getValue();
        return new Registration(new Client(client.getID().getValue(), method, value, null, true), redirect, expires);
    }
}
