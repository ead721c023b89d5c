package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.server.http.HttpOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Two protected servers at two paths of one origin. */
class MultipleResourceTest {
    private static final String HOST = "https://mcp.example.com";

    private static OAuthAuthenticator resource(String path) {
        return OAuthAuthenticator.builder(HOST + path)
                .authorizationServer(Issuer.NAME)
                .tokenVerifier(JwtVerifier.forAudience(HOST + path)
                        .issuerWithKeys(Issuer.NAME, Issuer.jwks())
                        .build())
                .build();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void each_resource_publishes_its_own_metadata() throws Exception {
        try (TenonHttpServer http = TenonHttpServer.builder(
                        ProtectedTestServer.newServerBuilder().build())
                .port(0)
                .path("/one")
                .authenticator(resource("/one"))
                .addServer(
                        HttpOptions.DEFAULT.withPath("/two").withAuthenticator(resource("/two")),
                        ProtectedTestServer.newServerBuilder().build())
                .closeServersOnShutdown()
                .start()) {
            for (String path : new String[] {"/one", "/two"}) {
                URI uri = http.uri().resolve(path);
                String wellKnown = "/.well-known/oauth-protected-resource" + path;
                HttpResponse<String> unauthorized = send(HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(HttpRequest.BodyPublishers.ofString("{}")));
                assertThat(unauthorized.statusCode()).isEqualTo(401);
                assertThat(unauthorized.headers().firstValue("WWW-Authenticate").orElseThrow())
                        .contains("resource_metadata=\"" + HOST + wellKnown + "\"");
                HttpResponse<String> metadata =
                        send(HttpRequest.newBuilder(http.uri().resolve(wellKnown)));
                assertThat(Json.parse(metadata.body()).get("resource")).isEqualTo(Json.of(HOST + path));
            }
        }
    }
}
