package dev.tenon.oauth.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A caller with its own token has no access to the sessions of other callers. */
class PrincipalsTest {
    private static SpringTestEnvironment world;
    private static RawServer raw;
    private static String alice;
    private static String bob;

    @BeforeAll
    static void start() throws Exception {
        world = new SpringTestEnvironment(false);
        URI server = world.serve(world::byJwt);
        raw = new RawServer(server, world.http());
        alice = token("alice", server);
        bob = token("bob", server);
    }

    private static String token(String person, URI server) throws Exception {
        return world.raw
                .logIn(person, Clients.PUBLIC, "files:read", server.toString())
                .text("access_token");
    }

    @AfterAll
    static void stop() throws Exception {
        world.close();
    }

    @Test
    void a_session_belongs_to_its_creator() throws Exception {
        String session = raw.open(alice).session();
        assertThat(session).isNotEmpty();
        assertThat(raw.call(alice, session).body()).contains("alice");

        assertThat(raw.call(bob, session).status()).isEqualTo(404);
        assertThat(raw.call(bob, session).body()).doesNotContain("alice");
        assertThat(raw.call(alice, session).body()).contains("alice");
    }

    @Test
    void a_session_does_not_authenticate() throws Exception {
        String session = raw.open(alice).session();
        assertThat(raw.call(null, session).status()).isEqualTo(401);
    }

    @Test
    void a_session_accepts_a_new_token_of_the_same_user() throws Exception {
        String session = raw.open(alice).session();
        assertThat(raw.call(token("alice", raw.uri()), session).body()).contains("alice");
    }
}
