package dev.tenon.cli.demo;

import dev.tenon.model.Annotations;
import dev.tenon.model.Caching;
import dev.tenon.model.Role;
import dev.tenon.server.feature.ResourceSpec;
import java.time.Duration;

/** A text resource. It never changes, so clients may cache it for an hour. */
final class ReadmeResource {
    static final String URI = "demo://readme";
    static final String TEXT = """
            # The demo server

            One of everything that the Model Context Protocol has: call a tool, read a resource, get a prompt.
            Start with the tool `echo`.
            """;

    private ReadmeResource() {}

    static ResourceSpec spec() {
        return ResourceSpec.builder(URI)
                .name("readme")
                .title("Readme")
                .description("What this server is")
                .mimeType("text/markdown")
                .annotations(
                        Annotations.NONE.withAudience(Role.USER, Role.ASSISTANT).withPriority(1.0))
                .caching(Caching.ofPublic(Duration.ofHours(1)))
                .handler((request, call) -> TEXT);
    }
}
