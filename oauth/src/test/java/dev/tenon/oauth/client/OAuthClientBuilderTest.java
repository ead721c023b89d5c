package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.oauth.internal.NetworkConnector;
import java.net.URI;
import java.time.Clock;
import org.junit.jupiter.api.Test;

final class OAuthClientBuilderTest {
    @Test
    void each_setting_can_be_changed() {
        OAuthClient oauth = OAuthClient.builder("https://mcp.example.com/mcp")
                .clientName("test")
                .client(PreregisteredClient.of("id"))
                .clientMetadataDocument(URI.create("https://client.example.com/document"))
                .redirectUri(URI.create("http://127.0.0.1:4711/back"))
                .scopes("read")
                .offlineAccess(false)
                .grant(new Grant.AuthorizationCode())
                .browser(page -> true)
                .consentPolicy(ConsentPolicy.ALWAYS)
                .tokenStore(TokenStore.inMemory())
                .storeClient(true)
                .dpop(DpopMode.NEVER)
                .limits(OAuthLimits.DEFAULT)
                .trustedUris(uri -> false)
                .tls(null)
                .network(NetworkConnector.SYSTEM)
                .clock(Clock.systemUTC())
                .build();

        assertThat(oauth.target().uri()).hasToString("https://mcp.example.com/mcp");
    }
}
