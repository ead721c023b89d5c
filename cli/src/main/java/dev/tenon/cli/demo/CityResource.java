package dev.tenon.cli.demo;

import dev.tenon.json.Json;
import dev.tenon.server.feature.NoSuchResourceException;
import dev.tenon.server.feature.ResourceRequest;
import dev.tenon.server.feature.ResourceTemplateSpec;

/** A resource template: one URI for each city, with completion of its variable. */
final class CityResource {
    static final String TEMPLATE = "demo://cities/{city}";

    private CityResource() {}

    static ResourceTemplateSpec spec() {
        return ResourceTemplateSpec.builder(TEMPLATE)
                .name("city")
                .title("City")
                .description("What a city is known for")
                .mimeType("application/json")
                .completion("city", (value, context, call) -> CityCatalog.completeNames(value, ""))
                .handler((request, call) -> read(request));
    }

    private static String read(ResourceRequest request) {
        return CityCatalog.findCity(request.variable("city"))
                .map(city -> Json.of(city).toString())
                .orElseThrow(() -> new NoSuchResourceException(request.uri()));
    }
}
