package dev.tenon.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DemoServerTest {
    private final DemoServer demo = new DemoServer("1");
    private final McpServer server = demo.server();

    @AfterEach
    void close() {
        server.close();
    }

    private DemoClient client(Revision revision) throws InterruptedException {
        return new DemoClient(server, revision, DemoServerTest::answer);
    }

    /** Responds like a user who agrees and a model that rolls dice. */
    private static Json answer(Json asked) {
        String params = asked.get("params").toString();
        return switch (asked.get("method").string()) {
            case "roots/list" -> Json.parse("{\"roots\":[{\"uri\":\"file:///work\"}]}");
            case "sampling/createMessage" -> sampled(asked.get("params"));
            default ->
                Json.parse("{\"action\":\"accept\"" + (params.contains("\"mode\":\"url\"") ? "}" : content(params)));
        };
    }

    private static String content(String form) {
        if (form.contains("newsletter")) {
            return """
                    ,"content":{"name":"Ada","email":"ada@example.com","plan":"PLUS","newsletter":false}}""";
        }
        return form.contains("Travellers") ? ",\"content\":{\"number\":3}}" : ",\"content\":{\"agreed\":true}}";
    }

    private static Json sampled(Json request) {
        int messages = request.get("messages").elements().size();
        return Json.of(Map.of(
                "role",
                "assistant",
                "model",
                "m",
                "content",
                messages == 1 && request.get("tools") != null
                        ? Json.parse("{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"roll\",\"input\":{}}")
                        : Json.parse("{\"type\":\"text\",\"text\":\"After " + messages + " messages.\"}")));
    }

    @ParameterizedTest
    @EnumSource(Revision.class)
    void echo_comes_first_and_takes_one_text(Revision revision) throws Exception {
        try (DemoClient client = client(revision)) {
            Json first =
                    client.request("tools/list", "").get("tools").elements().get(0);
            assertThat(first.get("name").string()).isEqualTo("echo");
            assertThat(first.get("inputSchema").get("required")).isEqualTo(Json.parse("[\"text\"]"));
            assertThat(client.say("echo", "{\"text\":\"a\\u0000b\"}")).isEqualTo("a\u0000b");
            assertThat(client.say("echo", "{\"txt\":\"a\"}")).contains("\"text\"");
        }
    }

    @Test
    void a_record_comes_in_and_a_record_goes_out() throws Exception {
        try (DemoClient client = client(Revision.V2026_07_28)) {
            Json result = client.call("convert", "{\"degrees\":20,\"from\":\"CELSIUS\",\"to\":\"FAHRENHEIT\"}");
            assertThat(result.get("structuredContent"))
                    .isEqualTo(Json.parse("{\"degrees\":68,\"scale\":\"FAHRENHEIT\"}"));
        }
    }

    @Test
    void a_date_in_the_past_is_refused_with_how_to_mend_it() throws Exception {
        try (DemoClient client = client(Revision.V2026_07_28)) {
            LocalDate today = LocalDate.now(ZoneId.systemDefault());
            Json refused = client.call("book_table", "{\"date\":\"" + today + "\",\"guests\":2}");
            assertThat(refused.get("isError").bool()).isTrue();
            assertThat(refused.toString()).contains("Dates must be in the future. Today is " + today + ".");
            assertThat(client.say("book_table", "{\"date\":\"" + today.plusDays(1) + "\",\"guests\":2}"))
                    .contains("is booked");
        }
    }

    @Test
    void the_image_and_the_sound_are_what_they_say() throws Exception {
        try (DemoClient client = client(Revision.V2026_07_28)) {
            BufferedImage image =
                    ImageIO.read(new ByteArrayInputStream(data(client.call("draw", "{\"colour\":\"RED\"}"))));
            assertThat(image.getWidth()).isEqualTo(64);
            assertThat(image.getRGB(32, 32)).isEqualTo(0xFFC0392B);
            assertThat(image.getRGB(0, 0)).isEqualTo(0xFFFFFFFF);
            AudioInputStream sound = AudioSystem.getAudioInputStream(
                    new ByteArrayInputStream(data(client.call("beep", "{\"hertz\":440,\"millis\":500}"))));
            assertThat(sound.getFrameLength()).isEqualTo(4000);
            assertThat(sound.getFormat().getSampleRate()).isEqualTo(8000);
        }
    }

    private static byte[] data(Json result) {
        return Base64.getDecoder()
                .decode(result.get("content").elements().get(0).get("data").string());
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void the_tools_that_ask_get_their_answers_in_both_eras(Revision revision) throws Exception {
        try (DemoClient client = client(revision)) {
            assertThat(client.say("sign_up", "{}")).isEqualTo("Welcome Ada, your plan is PLUS.");
            assertThat(client.say("visit", "{}")).contains("agreed");
            assertThat(client.say("list_roots", "{}")).isEqualTo("file:///work");
            assertThat(client.say("dice", "{}")).isEqualTo("After 3 messages.");
            assertThat(client.say("plan_trip", "{\"city\":\"Ghent\"}"))
                    .startsWith("Booked for ")
                    .endsWith("After 1 messages.");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void counting_reports_progress_and_logging_reaches_the_client(Revision revision) throws Exception {
        try (DemoClient client = client(revision)) {
            assertThat(client.say("count", "{\"to\":2,\"pauseMillis\":100}")).isEqualTo("Counted to 2.");
            assertThat(client.notifications("notifications/progress")).hasSize(2);
            if (!revision.isStateless()) {
                client.request("logging/setLevel", "\"level\":\"debug\"");
            }
            assertThat(client.say("log", "{}")).contains("8");
            assertThat(client.notifications("notifications/message")).hasSize(8);
        }
    }

    @Test
    void the_surprise_comes_and_goes() throws Exception {
        try (DemoClient client = client(Revision.V2025_11_25)) {
            client.call("toggle_surprise", "{}");
            assertThat(client.say("surprise", "{}")).isEqualTo("Surprise!");
            client.call("toggle_surprise", "{}");
            assertThat(client.request("tools/list", "").toString()).doesNotContain("\"surprise\"");
            assertThat(client.notifications("notifications/tools/list_changed")).hasSize(2);
        }
    }

    @Test
    void resources_are_read_and_one_that_is_not_there_is_an_error() throws Exception {
        try (DemoClient client = client(Revision.V2026_07_28)) {
            for (String uri : List.of("demo://readme", "demo://logo.png", "demo://clock", "demo://cities/Ghent")) {
                assertThat(client.request("resources/read", "\"uri\":\"" + uri + "\"")
                                .get("contents")
                                .elements())
                        .hasSize(1);
            }
            assertThat(client.request("resources/read", "\"uri\":\"demo://cities/Nowhere\"")
                            .get("code"))
                    .isEqualTo(Json.of(-32602));
            assertThat(client.call("embed_readme", "{}").toString()).contains("# The demo server");
            assertThat(client.call("link_readme", "{}").toString()).contains("demo://readme");
        }
    }

    @Test
    void the_clock_ticks_for_those_who_subscribed() throws Exception {
        try (DemoClient client = client(Revision.V2025_06_18)) {
            client.request("resources/subscribe", "\"uri\":\"demo://clock\"");
            Json tick = client.next();
            assertThat(tick.get("method").string()).isEqualTo("notifications/resources/updated");
            assertThat(tick.get("params").get("uri").string()).isEqualTo("demo://clock");
        }
    }

    @Test
    void prompts_need_their_arguments_and_complete_them() throws Exception {
        try (DemoClient client = client(Revision.V2026_07_28)) {
            assertThat(client.request("prompts/get", "\"name\":\"greet\",\"arguments\":{\"name\":\"Ada\"}")
                            .toString())
                    .contains("Greet Ada warmly.");
            assertThat(client.request("prompts/get", "\"name\":\"greet\"").get("code"))
                    .isEqualTo(Json.of(-32602));
            assertThat(client.request("prompts/get", "\"name\":\"postcard\",\"arguments\":{\"city\":\"Ghent\"}")
                            .get("messages")
                            .elements())
                    .hasSize(4);
            assertThat(client.request("completion/complete", """
                    "ref":{"type":"ref/prompt","name":"postcard"},"argument":{"name":"city","value":""},\
                    "context":{"arguments":{"country":"Belgium"}}""").toString()).contains("[\"Antwerp\",\"Ghent\"]");
            assertThat(client.request("completion/complete", """
                    "ref":{"type":"ref/resource","uri":"demo://cities/{city}"},\
                    "argument":{"name":"city","value":"h"}""").toString()).contains("Hamburg");
        }
    }

    @Test
    void its_features_are_listed_by_name() {
        assertThat(demo.toolNames())
                .startsWith("echo")
                .contains("toggle_surprise")
                .doesNotHaveDuplicates();
        assertThat(demo.resourceUris()).contains("demo://clock", "demo://cities/{city}");
        assertThat(demo.promptNames()).containsExactly("greet", "postcard");
    }
}
