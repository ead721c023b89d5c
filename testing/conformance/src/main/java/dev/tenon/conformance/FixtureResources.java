package dev.tenon.conformance;

import dev.tenon.json.Json;
import dev.tenon.server.ServerBuilder;
import java.util.LinkedHashMap;
import java.util.Map;

/** Resources: text, binary, one to subscribe to, and a template. */
final class FixtureResources {
    private static final String TEXT = "text/plain";

    private FixtureResources() {}

    static void addTo(ServerBuilder server) {
        server.resource("test://static-text")
                .name("static-text")
                .description("A text that never changes")
                .mimeType(TEXT)
                .handler((request, call) -> "This is the content of the static text resource.")
                .resource("test://static-binary")
                .name("static-binary")
                .description("A picture that never changes")
                .mimeType(SampleMedia.PNG_TYPE)
                .handler((request, call) -> SampleMedia.png())
                .resource("test://watched-resource")
                .name("watched-resource")
                .description("A text to subscribe to")
                .mimeType(TEXT)
                .handler((request, call) -> "Watched resource content")
                .resourceTemplate("test://template/{id}/data")
                .name("template-data")
                .description("Data for any id")
                .mimeType("application/json")
                .handler((request, call) -> data(request.variable("id")));
    }

    private static String data(String id) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", id);
        data.put("templateTest", true);
        data.put("data", "Data for ID: " + id);
        return Json.of(data).toString();
    }
}
