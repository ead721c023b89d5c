package dev.tenon.server.internal;

import dev.tenon.model.ServerCapabilities;
import dev.tenon.server.Presentation;
import dev.tenon.server.PromptSpec;
import dev.tenon.server.ResourceSpec;
import dev.tenon.server.TemplateSpec;
import dev.tenon.server.ToolSpec;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that a server has to offer, whoever asks. Tools, resources and prompts come and go while it runs. */
public final class Offer {
    private final ServerSettings settings;
    private final Catalog<ToolSpec> tools;
    private final Catalog<ResourceSpec> resources;
    private final Catalog<TemplateSpec> templates;
    private final Catalog<PromptSpec> prompts;

    Offer(ServerSettings settings, Hub hub) {
        this.settings = settings;
        tools = new Catalog<>("tool", spec -> spec.tool().name(), ToolSpec::scopes, hub::toolsChanged);
        resources =
                new Catalog<>("resource", spec -> spec.resource().uri(), ResourceSpec::scopes, hub::resourcesChanged);
        templates = new Catalog<>(
                "resource template",
                spec -> spec.template().uriTemplate(),
                TemplateSpec::scopes,
                hub::resourcesChanged);
        prompts = new Catalog<>("prompt", spec -> spec.prompt().name(), PromptSpec::scopes, hub::promptsChanged);
    }

    @Nullable String instructions() {
        return settings.instructions();
    }

    /** The tools. */
    public Catalog<ToolSpec> tools() {
        return tools;
    }

    /** The resources. */
    public Catalog<ResourceSpec> resources() {
        return resources;
    }

    /** The families of resources. */
    public Catalog<TemplateSpec> templates() {
        return templates;
    }

    /** The prompts. */
    public Catalog<PromptSpec> prompts() {
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
        return settings.logging();
    }

    boolean hasCompletions() {
        return templates.all().stream().anyMatch(t -> !t.completions().isEmpty())
                || prompts.all().stream().anyMatch(p -> !p.completions().isEmpty());
    }

    /** What clients are told of the server. */
    Presentation presentation() {
        return new Presentation(settings.info(), capabilities(), settings.instructions());
    }

    /** What is declared to clients: exactly what is implemented. */
    ServerCapabilities capabilities() {
        ServerCapabilities capabilities = ServerCapabilities.NONE
                .withLogging(settings.logging())
                .withCompletions(hasCompletions())
                .withExtensions(settings.extensions());
        if (hasTools()) {
            capabilities = capabilities.withTools(true);
        }
        if (hasResources()) {
            capabilities = capabilities.withResources(true, true);
        }
        return hasPrompts() ? capabilities.withPrompts(true) : capabilities;
    }
}
