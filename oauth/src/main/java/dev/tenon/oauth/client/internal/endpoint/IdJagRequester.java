package dev.tenon.oauth.client.internal.endpoint;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.oauth2.sdk.token.TokenTypeURI;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.discovery.DiscoveryResult;
import dev.tenon.oauth.client.internal.store.ClientIdentity;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests ID-JAGs from the identity provider of an organization, which decides on the access to servers (MCP
 * enterprise-managed authorization).
 */
public final class IdJagRequester {
    private static final String ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

    private IdJagRequester() {}

    /**
     * Exchanges the user's ID token for an ID-JAG, which allows this client to get a token for one resource from one
     * authorization server (section "Token Exchange").
     */
    public static String requestIdJag(
            Grant.EnterpriseManagedAuthorization enterprise,
            DiscoveryResult discovered,
            @Nullable Set<String> scopes,
            TokenEndpointClient endpoint) {
        TokenTypeURI idJagType = idJagType();
        String issuer = discovered.server().issuer();
        var exchange = TokenEndpointClient.newExchangeGrant(
                enterprise.idToken().get(), TokenTypeURI.ID_TOKEN, idJagType, issuer);
        AuthorizationServer provider = AuthorizationServer.ofTokenEndpoint(enterprise.tokenEndpoint());
        ClientIdentity client = ClientIdentity.ofPreregistered(enterprise.client(), null);
        AccessTokenResponse response =
                endpoint.requestToken(provider, client, exchange, scopes, discovered.resource(), null);
        AccessToken token = response.getTokens().getAccessToken();
        if (!idJagType.equals(token.getIssuedTokenType())) {
            throw new AuthorizationException("The identity provider did not issue an ID-JAG");
        }
        return token.getValue();
    }

    private static TokenTypeURI idJagType() {
        try {
            return TokenTypeURI.parse(ID_JAG);
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }
}
