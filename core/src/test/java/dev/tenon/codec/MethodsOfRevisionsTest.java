package dev.tenon.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Each revision has exactly its own methods and notifications, in each direction. */
class MethodsOfRevisionsTest {
    private static final String FEATURES =
            "tools/list tools/call resources/list resources/templates/list resources/read"
                    + " prompts/list prompts/get completion/complete";

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "V2026_07_28")
    void a_revision_with_handshake(Revision revision) {
        ProtocolCodec codec = HandshakeCodec.of(revision);
        assertThat(methods(codec::findClientMethod))
                .isEqualTo(
                        words(FEATURES, "initialize ping resources/subscribe resources/unsubscribe logging/setLevel"));
        assertThat(methods(codec::findServerMethod))
                .as("item 37: elicitation is used in older revisions as well")
                .isEqualTo(words("ping sampling/createMessage roots/list elicitation/create"));
        assertThat(notifications(codec::findClientNotification))
                .isEqualTo(words("notifications/initialized notifications/cancelled notifications/progress"
                        + " notifications/roots/list_changed"));
        assertThat(notifications(codec::findServerNotification))
                .isEqualTo(words(
                        "notifications/cancelled notifications/progress notifications/message"
                                + " notifications/tools/list_changed notifications/prompts/list_changed"
                                + " notifications/resources/list_changed notifications/resources/updated",
                        revision == Revision.V2025_11_25 ? "notifications/elicitation/complete" : ""));
    }

    @Test
    void the_stateless_revision() {
        ProtocolCodec codec = ProtocolCodec.of(Revision.V2026_07_28, null);
        assertThat(methods(codec::findClientMethod)).isEqualTo(words(FEATURES, "server/discover subscriptions/listen"));
        assertThat(methods(codec::findServerMethod)).isEmpty();
        assertThat(notifications(codec::findClientNotification)).isEqualTo(words("notifications/cancelled"));
        assertThat(notifications(codec::findServerNotification))
                .isEqualTo(words("notifications/cancelled notifications/progress notifications/message"
                        + " notifications/tools/list_changed notifications/prompts/list_changed"
                        + " notifications/resources/list_changed notifications/resources/updated"
                        + " notifications/subscriptions/acknowledged"));
    }

    @Test
    void an_initialize_request_is_read_as_the_revision_it_proposes() {
        assertThat(HandshakeCodec.forInitialize(Json.parse("{\"protocolVersion\":\"2025-03-26\"}"))
                        .revision())
                .isEqualTo(Revision.V2025_03_26);
        for (String other :
                new String[] {"{\"protocolVersion\":\"2026-07-28\"}", "{\"protocolVersion\":5}", "{}", "[]"}) {
            assertThat(HandshakeCodec.forInitialize(Json.parse(other)).revision())
                    .isEqualTo(Revision.V2025_11_25);
        }
        assertThat(HandshakeCodec.forInitialize(null).revision()).isEqualTo(Revision.V2025_11_25);
        assertThatThrownBy(() -> HandshakeCodec.of(Revision.V2026_07_28)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Set<String> methods(Function<String, Method<?, ?>> lookup) {
        return AllMethods.methods().stream()
                .map(Method::name)
                .filter(name -> lookup.apply(name) != null)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> notifications(Function<String, NotificationType<?>> lookup) {
        return AllMethods.notifications().stream()
                .map(NotificationType::name)
                .filter(name -> lookup.apply(name) != null)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> words(String... texts) {
        return Arrays.stream(String.join(" ", texts).trim().split(" +")).collect(Collectors.toCollection(TreeSet::new));
    }
}
