package dev.tenon.oauth.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A caller with its own token has no access to the sessions of other callers. */
class SessionIsolationTest {
    private static SpringTestEnvironment environment;
    private static ResourceServerClient client;
    private static String alice;
    private static String bob;

    @BeforeAll
    static void start() throws Exception {
        environment = new SpringTestEnvironment(false);
        URI server = environment.startServer(environment::newJwtAuthenticator);
        client = new ResourceServerClient(server, environment.newHttpClient());
        alice = requestToken("alice", server);
        bob = requestToken("bob", server);
    }

    private static String requestToken(String user, URI server) throws Exception {
        return environment
                .authorizationClient
                .logIn(user, ClientRepository.PUBLIC, "files:read", server.toString())
                .text("access_token");
    }

    @AfterAll
    static void stop() throws Exception {
        environment.close();
    }

    @Test
    void a_session_belongs_to_its_creator() throws Exception {
        String session = client.openSession(alice).session();
        assertThat(session).isNotEmpty();
        assertThat(client.call(alice, session).body()).contains("alice");

        assertThat(client.call(bob, session).status()).isEqualTo(404);
        assertThat(client.call(bob, session).body()).doesNotContain("alice");
        assertThat(client.call(alice, session).body()).contains("alice");
    }

    @Test
    void a_session_does_not_authenticate() throws Exception {
        String session = client.openSession(alice).session();
        assertThat(client.call(null, session).status()).isEqualTo(401);
    }

    @Test
    void a_session_accepts_a_new_token_of_the_same_user() throws Exception {
        String session = client.openSession(alice).session();
        assertThat(client.call(requestToken("alice", client.uri()), session).body())
                .contains("alice");
    }
}
