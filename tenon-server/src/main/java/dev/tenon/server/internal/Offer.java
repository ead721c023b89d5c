package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.server.Presentation;
import dev.tenon.server.PromptSpec;
import dev.tenon.server.ResourceSpec;
import dev.tenon.server.TemplateSpec;
import dev.tenon.server.ToolSpec;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that a server has to offer, whoever asks. Tools, resources and prompts come and go while it runs. */
final class Offer {
    private final Implementation info;
    private final @Nullable String instructions;
    private final boolean logging;
    private final Map<String, Json> extensions;
    private final Catalog<ToolSpec> tools = new Catalog<>("tool");
    private final Catalog<ResourceSpec> resources = new Catalog<>("resource");
    private final Catalog<TemplateSpec> templates = new Catalog<>("resource template");
    private final Catalog<PromptSpec> prompts = new Catalog<>("prompt");

    Offer(Implementation info, @Nullable String instructions, boolean logging, Map<String, Json> extensions) {
        this.info = info;
        this.instructions = instructions;
        this.logging = logging;
        this.extensions = Map.copyOf(extensions);
    }

    @Nullable String instructions() {
        return instructions;
    }

    Catalog<ToolSpec> tools() {
        return tools;
    }

    Catalog<ResourceSpec> resources() {
        return resources;
    }

    Catalog<TemplateSpec> templates() {
        return templates;
    }

    Catalog<PromptSpec> prompts() {
        return prompts;
    }

    /** The first family that a uri belongs to, or null. */
    @Nullable TemplateSpec templateOf(String uri) {
        return templates.all().stream()
                .filter(template -> template.pattern().match(uri).isPresent())
                .findFirst()
                .orElse(null);
    }

    /** The scopes that reading this uri needs: of the resource, else of its family; none where there is neither. */
    Set<String> needsOfResource(String uri) {
        ResourceSpec resource = resources.get(uri);
        if (resource != null) {
            return resource.scopes();
        }
        TemplateSpec template = templateOf(uri);
        return template == null ? Set.of() : template.scopes();
    }

    boolean hasTools() {
        return tools.everUsed();
    }

    boolean hasResources() {
        return resources.everUsed() || templates.everUsed();
    }

    boolean hasPrompts() {
        return prompts.everUsed();
    }

    boolean hasLogging() {
        return logging;
    }

    boolean hasCompletions() {
        return templates.all().stream().anyMatch(t -> !t.completions().isEmpty())
                || prompts.all().stream().anyMatch(p -> !p.completions().isEmpty());
    }

    /** What clients are told of the server. */
    Presentation presentation() {
        return new Presentation(info, capabilities(), instructions);
    }

    /** What is declared to clients: exactly what is implemented. */
    ServerCapabilities capabilities() {
        ServerCapabilities capabilities = ServerCapabilities.NONE
                .withLogging(logging)
                .withCompletions(hasCompletions())
                .withExtensions(extensions);
        if (hasTools()) {
            capabilities = capabilities.withTools(true);
        }
        if (hasResources()) {
            capabilities = capabilities.withResources(true, true);
        }
        return hasPrompts() ? capabilities.withPrompts(true) : capabilities;
    }
}
