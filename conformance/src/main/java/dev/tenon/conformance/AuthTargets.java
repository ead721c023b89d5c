package dev.tenon.conformance;

import dev.tenon.client.Target;
import dev.tenon.json.Json;
import dev.tenon.oauth.client.ClientKey;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.OAuth;
import dev.tenon.oauth.client.OAuthBuilder;
import dev.tenon.oauth.client.RegisteredClient;
import java.net.URI;

/** The servers of the suite's scenarios of OAuth, with the credentials that a scenario gives. */
final class AuthTargets {
    /** What all these scenarios are called. */
    static final String PREFIX = "auth/";

    /** Nobody fetches it: the suite's authorization server knows it. */
    private static final URI CLIENT_DOCUMENT = URI.create("https://conformance-test.local/client-metadata.json");

    private AuthTargets() {}

    static Target of(String scenario, String url, Json context) {
        OAuthBuilder oauth = OAuth.to(url)
                .clientName("tenon-conformance")
                .clientDocument(CLIENT_DOCUMENT)
                .browser(new SuiteBrowser());
        switch (scenario.substring(PREFIX.length())) {
            case "pre-registration" -> oauth.client(withSecret(context));
            case "client-credentials-basic" -> oauth.client(withSecret(context)).grant(new Grant.ClientCredentials());
            case "client-credentials-jwt" -> oauth.client(withKey(context)).grant(new Grant.ClientCredentials());
            case "enterprise-managed-authorization" ->
                oauth.client(withSecret(context)).grant(enterprise(context));
            case "wif-jwt-bearer" ->
                oauth.client(RegisteredClient.of(text(context, "client_id")))
                        .grant(new Grant.Workload(() -> text(context, "valid_jwt")));
            default -> {
                // A person logs in.
            }
        }
        return oauth.build().target();
    }

    private static RegisteredClient withSecret(Json context) {
        return RegisteredClient.of(text(context, "client_id")).withSecret(text(context, "client_secret"));
    }

    private static RegisteredClient withKey(Json context) {
        return RegisteredClient.of(text(context, "client_id"))
                .withKey(ClientKey.ofPem(text(context, "signing_algorithm"), text(context, "private_key_pem")));
    }

    private static Grant enterprise(Json context) {
        return new Grant.Enterprise(
                URI.create(text(context, "idp_token_endpoint")),
                RegisteredClient.of(text(context, "idp_client_id")),
                () -> text(context, "idp_id_token"));
    }

    private static String text(Json context, String name) {
        Json value = context.get(name);
        String text = value == null ? null : value.string();
        if (text == null) {
            throw new IllegalStateException("The scenario gave no " + name);
        }
        return text;
    }
}
