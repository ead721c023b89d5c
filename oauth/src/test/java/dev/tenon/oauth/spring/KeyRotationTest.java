package dev.tenon.oauth.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The authorization server changes its signing key during calls. */
class KeyRotationTest {
    private static final int THREADS = 8;

    @Test
    void tokens_of_the_old_and_the_new_key_are_accepted_during_rotation() throws Exception {
        try (SpringTestEnvironment environment = new SpringTestEnvironment(false)) {
            URI server = environment.startServer(environment::newJwtAuthenticator);
            ResourceServerClient client = new ResourceServerClient(server, environment.newHttpClient());
            String before = requestToken(environment, server);
            assertThat(callWithTokens(client, before)).containsOnly(200);

            environment.authorizationServer.keys().rotate();
            String after = requestToken(environment, server);
            assertThat(callWithTokens(client, after, before)).containsOnly(200);

            environment.authorizationServer.keys().removeOldKeys();
            assertThat(callWithTokens(client, after)).containsOnly(200);
        }
    }

    private static String requestToken(SpringTestEnvironment environment, URI server) throws Exception {
        return environment
                .authorizationClient
                .logIn("alice", ClientRepository.PUBLIC, "files:read", server.toString())
                .text("access_token");
    }

    /** Calls concurrently with each of the tokens. */
    private static List<Integer> callWithTokens(ResourceServerClient client, String... tokens) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < THREADS * 2; i++) {
                String token = tokens[i % tokens.length];
                calls.add(() -> client.call(token).status());
            }
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> status : pool.invokeAll(calls)) {
                statuses.add(status.get());
            }
            return statuses;
        } finally {
            pool.shutdownNow();
        }
    }
}
