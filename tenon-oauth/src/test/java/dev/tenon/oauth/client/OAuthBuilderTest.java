package dev.tenon.oauth.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.oauth.internal.Network;
import java.net.URI;
import java.time.Clock;
import org.junit.jupiter.api.Test;

final class OAuthBuilderTest {
    @Test
    void each_setting_can_be_changed() {
        OAuth oauth = OAuth.to("https://mcp.example.com/mcp")
                .clientName("test")
                .client(RegisteredClient.of("id"))
                .clientDocument(URI.create("https://client.example.com/document"))
                .redirect(URI.create("http://127.0.0.1:4711/back"))
                .scopes("read")
                .offlineAccess(false)
                .grant(new Grant.Person())
                .browser(page -> true)
                .consent(Consent.ALWAYS)
                .store(TokenStore.inMemory())
                .keepingClient(true)
                .dpop(DpopUse.NEVER)
                .limits(OAuthLimits.DEFAULT)
                .trusting(uri -> false)
                .tls(null)
                .network(Network.SYSTEM)
                .clock(Clock.systemUTC())
                .build();

        assertThat(oauth.target().uri()).hasToString("https://mcp.example.com/mcp");
    }
}
