package dev.tenon.cli.demo;

import dev.tenon.json.Json;
import dev.tenon.server.ResourceNotFoundException;
import dev.tenon.server.ResourceRequest;
import dev.tenon.server.TemplateSpec;

/** A family of resources: one uri for each city, with completion for its variable. */
final class CityResource {
    static final String TEMPLATE = "demo://cities/{city}";

    private CityResource() {}

    static TemplateSpec spec() {
        return TemplateSpec.at(TEMPLATE)
                .name("city")
                .title("City")
                .description("What a city is known for")
                .mimeType("application/json")
                .complete("city", (value, context, call) -> Cities.names(value, ""))
                .handler((request, call) -> read(request));
    }

    private static String read(ResourceRequest request) {
        return Cities.named(request.variable("city"))
                .map(city -> Json.of(city).toString())
                .orElseThrow(() -> new ResourceNotFoundException(request.uri()));
    }
}
