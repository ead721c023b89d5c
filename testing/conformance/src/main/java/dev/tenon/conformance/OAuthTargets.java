package dev.tenon.conformance;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.json.Json;
import dev.tenon.oauth.client.ClientSigningKey;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.OAuthClient;
import dev.tenon.oauth.client.OAuthClientBuilder;
import dev.tenon.oauth.client.PreregisteredClient;
import java.net.URI;

/** Creates the targets of the OAuth scenarios of the suite, with the credentials that a scenario provides. */
final class OAuthTargets {
    /** The prefix of the names of these scenarios. */
    static final String PREFIX = "auth/";

    /** Never fetched: the authorization server of the suite knows this URL. */
    private static final URI CLIENT_DOCUMENT = URI.create("https://conformance-test.local/client-metadata.json");

    private OAuthTargets() {}

    static ServerTarget of(String scenario, String url, Json context) {
        OAuthClientBuilder oauth = OAuthClient.builder(url)
                .clientName("tenon-conformance")
                .clientMetadataDocument(CLIENT_DOCUMENT)
                .browser(new AutoConsentBrowser());
        switch (scenario.substring(PREFIX.length())) {
            case "pre-registration" -> oauth.client(withSecret(context));
            case "client-credentials-basic" -> oauth.client(withSecret(context)).grant(new Grant.ClientCredentials());
            case "client-credentials-jwt" -> oauth.client(withKey(context)).grant(new Grant.ClientCredentials());
            case "enterprise-managed-authorization" ->
                oauth.client(withSecret(context)).grant(enterprise(context));
            case "wif-jwt-bearer" ->
                oauth.client(PreregisteredClient.of(text(context, "client_id")))
                        .grant(new Grant.WorkloadIdentity(() -> text(context, "valid_jwt")));
            default -> {
                // Authorization code grant with the browser.
            }
        }
        return oauth.build().target();
    }

    private static PreregisteredClient withSecret(Json context) {
        return PreregisteredClient.of(text(context, "client_id")).withSecret(text(context, "client_secret"));
    }

    private static PreregisteredClient withKey(Json context) {
        return PreregisteredClient.of(text(context, "client_id"))
                .withKey(ClientSigningKey.ofPem(text(context, "signing_algorithm"), text(context, "private_key_pem")));
    }

    private static Grant enterprise(Json context) {
        return new Grant.EnterpriseManagedAuthorization(
                URI.create(text(context, "idp_token_endpoint")),
                PreregisteredClient.of(text(context, "idp_client_id")),
                () -> text(context, "idp_id_token"));
    }

    private static String text(Json context, String name) {
        Json value = context.get(name);
        String text = value == null ? null : value.string();
        if (text == null) {
            throw new IllegalStateException("The context of the scenario lacks " + name);
        }
        return text;
    }
}
