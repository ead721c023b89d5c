package dev.tenon.oauth.client.internal;

import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.JWTBearerGrant;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.DpopUse;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.TokenRefusedException;
import java.net.URI;
import java.text.ParseException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gets tokens, by whatever grant was chosen. */
record Getting(Settings settings, Registrar registrar, TokenEndpoint endpoint, CodeFlow flow) {
    /**
     * New tokens.
     *
     * @param scopes null for no scope at all
     * @param asksForDpop whether the server has asked for bound tokens
     * @param asking run before a person is asked to log in
     * @throws AuthorizationException when there are none
     */
    Tokens tokens(Found found, @Nullable Set<String> scopes, boolean asksForDpop, Runnable asking) {
        DpopKey key = key(found, asksForDpop);
        if (settings.grant() instanceof Grant.Person) {
            Set<String> asked = offline(found, scopes) ? Scopes.union(scopes, Set.of(Scopes.OFFLINE)) : scopes;
            CodeFlow.Answered answered = flow.run(found, asked, key, asking);
            return granted(found, answered.client(), answered.response(), scopes, key);
        }
        Client client = Objects.requireNonNull(registrar.known(found.server()));
        AccessTokenResponse response =
                endpoint.ask(found.server(), client, alone(found, scopes), scopes, found.resource(), key);
        return granted(found, client, response, scopes, key);
    }

    private boolean offline(Found found, @Nullable Set<String> scopes) {
        return scopes != null && settings.offlineAccess() && found.server().knowsScope(Scopes.OFFLINE);
    }

    private @Nullable DpopKey key(Found found, boolean asksForDpop) {
        boolean wanted = settings.dpop() == DpopUse.ALWAYS
                || settings.dpop() == DpopUse.WHEN_ASKED
                        && (asksForDpop || found.asksForDpop())
                        && found.server().knowsDpop();
        return wanted ? DpopKey.generate() : null;
    }

    /** A grant without a person. */
    private AuthorizationGrant alone(Found found, @Nullable Set<String> scopes) {
        if (settings.grant() instanceof Grant.ClientCredentials) {
            return new ClientCredentialsGrant();
        }
        if (settings.grant() instanceof Grant.Workload workload) {
            return bearer(workload.assertion().get(), "The workload's assertion");
        }
        Grant.Enterprise enterprise = (Grant.Enterprise) settings.grant();
        return bearer(IdentityProvider.grant(enterprise, found, scopes, endpoint), "The ID-JAG");
    }

    private static JWTBearerGrant bearer(String assertion, String what) {
        try {
            return new JWTBearerGrant(SignedJWT.parse(assertion));
        } catch (ParseException | IllegalArgumentException e) {
            // Without the cause: it may quote the assertion.
            throw new AuthorizationException(what + " is no signed JWT");
        }
    }

    private Tokens granted(
            Found found,
            Client client,
            AccessTokenResponse response,
            @Nullable Set<String> asked,
            @Nullable DpopKey key) {
        registrar.keep(found.server(), client);
        String issuer = found.server().issuer();
        return renewed(Tokens.none(issuer, found.resource().toString(), client.id(), asked), response, key);
    }

    /**
     * The tokens refreshed; null when the authorization server does not give others for the refresh token any more, or does not
     * know this client by the id that the tokens were given to.
     *
     * @throws AuthorizationException when the authorization server cannot be asked
     */
    @Nullable Tokens refreshed(AuthorizationServer server, Tokens tokens) {
        Client client = registrar.known(server);
        if (client == null || !client.id().equals(tokens.clientId()) || tokens.refresh() == null) {
            return null;
        }
        DpopKey key = tokens.dpopKey() == null ? null : DpopKey.read(tokens.dpopKey());
        try {
            RefreshTokenGrant grant = new RefreshTokenGrant(new RefreshToken(tokens.refresh()));
            AccessTokenResponse response =
                    endpoint.ask(server, client, grant, null, URI.create(tokens.resource()), key);
            return renewed(tokens, response, key);
        } catch (TokenRefusedException e) {
            boolean unused = registrar.refused(server, client, e);
            return null;
        }
    }

    private Tokens renewed(Tokens before, AccessTokenResponse response, @Nullable DpopKey key) {
        return before.renewed(response, key, settings.dpop() == DpopUse.ALWAYS, settings.clock());
    }
}
