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
class RotationTest {
    private static final int AT_ONCE = 8;

    @Test
    void tokens_of_the_old_and_the_new_key_are_accepted_during_rotation() throws Exception {
        try (SpringTestEnvironment world = new SpringTestEnvironment(false)) {
            URI server = world.serve(world::byJwt);
            RawServer raw = new RawServer(server, world.http());
            String before = token(world, server);
            assertThat(statuses(raw, before)).containsOnly(200);

            world.authorization.keys().rotate();
            String after = token(world, server);
            assertThat(statuses(raw, after, before)).containsOnly(200);

            world.authorization.keys().forgetOld();
            assertThat(statuses(raw, after)).containsOnly(200);
        }
    }

    private static String token(SpringTestEnvironment world, URI server) throws Exception {
        return world.raw
                .logIn("alice", Clients.PUBLIC, "files:read", server.toString())
                .text("access_token");
    }

    /** Calls concurrently with each of the tokens. */
    private static List<Integer> statuses(RawServer raw, String... tokens) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Callable<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < AT_ONCE * 2; i++) {
                String token = tokens[i % tokens.length];
                calls.add(() -> raw.call(token).status());
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
