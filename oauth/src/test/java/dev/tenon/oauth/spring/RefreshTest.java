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

/** Tokens that live for a few seconds, and refresh tokens that can be used once. */
class RefreshTest {
    private static final Duration A_WHILE = Duration.ofSeconds(9);

    @TempDir
    private Path folder;

    private SpringTestEnvironment world;
    private URI server;
    private BrowserUser bob;

    @BeforeEach
    void start() throws Exception {
        world = new SpringTestEnvironment(false);
        server = world.serve(world::byJwt);
        bob = world.person("bob");
    }

    @AfterEach
    void stop() throws Exception {
        world.close();
    }

    private OAuthClientBuilder credentials() {
        return world.credentials(server, bob)
                .client(PreregisteredClient.of(Clients.HASTY).withSecret(Clients.SECRET))
                .limits(OAuthLimits.DEFAULT.withRefreshAhead(Duration.ZERO));
    }

    @Test
    @Tag("exhaustive")
    void many_threads_use_each_refresh_token_once() throws Exception {
        OAuthClient oauth = credentials().build();
        try (McpClient client = world.connect(oauth, Revision.V2026_07_28)) {
            atOnce(6, () -> callForAWhile(client));
        }
        assertThat(bob.opened()).isEqualTo(1);
        assertThat(world.authorization.authorizations().unknownRefreshTokens()).isZero();
    }

    @Test
    @Tag("exhaustive")
    void two_programs_that_share_a_file_use_each_refresh_token_once() throws Exception {
        Path file = folder.resolve("mine").resolve("tokens.json");
        OAuthClient one = credentials().tokenStore(FileTokenStore.of(file)).build();
        OAuthClient other = credentials().tokenStore(FileTokenStore.of(file)).build();
        assertThat(one.login()).isPresent();
        try (McpClient first = world.connect(one, Revision.V2026_07_28);
                McpClient second = world.connect(other, Revision.V2026_07_28)) {
            atOnce(1, () -> callForAWhile(first), () -> callForAWhile(second));
        }
        assertThat(bob.opened()).isEqualTo(1);
        assertThat(world.authorization.authorizations().unknownRefreshTokens()).isZero();
    }

    @Test
    @Tag("exhaustive")
    void an_invalid_refresh_token_leads_to_a_login() throws Exception {
        try (McpClient client = world.connect(credentials().build(), Revision.V2026_07_28)) {
            client.callTool("whoami", Map.of());
            world.authorization.authorizations().forgetAll();
            Thread.sleep(Clients.HASTY_LIFE.plusMillis(100).toMillis());
            assertThat(client.callTool("whoami", Map.of()).isError()).isFalse();
        }
        assertThat(bob.opened()).isEqualTo(2);
    }

    private static Void callForAWhile(McpClient client) {
        long end = System.nanoTime() + A_WHILE.toNanos();
        while (System.nanoTime() < end) {
            client.callTool("whoami", Map.of());
        }
        return null;
    }

    @SafeVarargs
    private static void atOnce(int times, Callable<Void>... work) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            List<Callable<Void>> all = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                all.addAll(List.of(work));
            }
            for (Future<Void> done : pool.invokeAll(all)) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
