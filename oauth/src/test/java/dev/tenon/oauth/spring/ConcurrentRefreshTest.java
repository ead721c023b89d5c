package dev.tenon.oauth.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.McpClient;
import dev.tenon.model.Revision;
import dev.tenon.oauth.client.FileTokenStore;
import dev.tenon.oauth.client.OAuthClient;
import dev.tenon.oauth.client.OAuthClientBuilder;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.PreregisteredClient;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens that expire after a few seconds, and refresh tokens that can be used once. */
class ConcurrentRefreshTest {
    private static final Duration CALL_DURATION = Duration.ofSeconds(9);

    @TempDir
    private Path folder;

    private SpringTestEnvironment environment;
    private URI server;
    private BrowserUser bob;

    @BeforeEach
    void start() throws Exception {
        environment = new SpringTestEnvironment(false);
        server = environment.startServer(environment::newJwtAuthenticator);
        bob = environment.newUser("bob");
    }

    @AfterEach
    void stop() throws Exception {
        environment.close();
    }

    private OAuthClientBuilder newClientBuilder() {
        return environment
                .newClientBuilder(server, bob)
                .client(PreregisteredClient.of(ClientRepository.SHORT_LIVED).withSecret(ClientRepository.SECRET))
                .limits(OAuthLimits.DEFAULT.withRefreshAhead(Duration.ZERO));
    }

    @Test
    @Tag("exhaustive")
    void many_threads_use_each_refresh_token_once() throws Exception {
        OAuthClient oauth = newClientBuilder().build();
        try (McpClient client = environment.connect(oauth, Revision.V2026_07_28)) {
            runConcurrently(6, () -> callRepeatedly(client));
        }
        assertThat(bob.openCount()).isEqualTo(1);
        assertThat(environment.authorizationServer.authorizations().unknownRefreshTokens())
                .isZero();
    }

    @Test
    @Tag("exhaustive")
    void two_programs_that_share_a_file_use_each_refresh_token_once() throws Exception {
        Path file = folder.resolve("mine").resolve("tokens.json");
        OAuthClient firstOAuth =
                newClientBuilder().tokenStore(FileTokenStore.of(file)).build();
        OAuthClient secondOAuth =
                newClientBuilder().tokenStore(FileTokenStore.of(file)).build();
        assertThat(firstOAuth.login()).isPresent();
        try (McpClient first = environment.connect(firstOAuth, Revision.V2026_07_28);
                McpClient second = environment.connect(secondOAuth, Revision.V2026_07_28)) {
            runConcurrently(1, () -> callRepeatedly(first), () -> callRepeatedly(second));
        }
        assertThat(bob.openCount()).isEqualTo(1);
        assertThat(environment.authorizationServer.authorizations().unknownRefreshTokens())
                .isZero();
    }

    @Test
    @Tag("exhaustive")
    void an_invalid_refresh_token_leads_to_a_login() throws Exception {
        try (McpClient client = environment.connect(newClientBuilder().build(), Revision.V2026_07_28)) {
            client.callTool("whoami", Map.of());
            environment.authorizationServer.authorizations().removeAll();
            Thread.sleep(ClientRepository.SHORT_LIVED_LIFETIME.plusMillis(100).toMillis());
            assertThat(client.callTool("whoami", Map.of()).isError()).isFalse();
        }
        assertThat(bob.openCount()).isEqualTo(2);
    }

    private static Void callRepeatedly(McpClient client) {
        long end = System.nanoTime() + CALL_DURATION.toNanos();
        while (System.nanoTime() < end) {
            client.callTool("whoami", Map.of());
        }
        return null;
    }

    @SafeVarargs
    private static void runConcurrently(int times, Callable<Void>... tasks) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            List<Callable<Void>> copies = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                copies.addAll(List.of(tasks));
            }
            for (Future<Void> result : pool.invokeAll(copies)) {
                result.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
