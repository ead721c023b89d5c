package dev.tenon.cli.calling;

import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.model.AudioContent;
import dev.tenon.model.BlobResourceContents;
import dev.tenon.model.Content;
import dev.tenon.model.EmbeddedResource;
import dev.tenon.model.ImageContent;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceContents;
import dev.tenon.model.ResourceLink;
import dev.tenon.model.TextContent;
import dev.tenon.model.TextResourceContents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints content: texts as they are, of everything else one line that says what it is. */
record ContentPrinter(Screen screen, Storage storage) {
    void print(Content content) {
        if (content instanceof TextContent text) {
            text(text.text());
        } else if (content instanceof ImageContent image) {
            bytes("image", null, image.mimeType(), image.bytes());
        } else if (content instanceof AudioContent audio) {
            bytes("audio", null, audio.mimeType(), audio.bytes());
        } else if (content instanceof ResourceLink link) {
            link(link.resource());
        } else if (content instanceof EmbeddedResource embedded) {
            ResourceContents resource = embedded.resource();
            if (resource instanceof TextResourceContents text) {
                label("resource", text.uri(), text.mimeType());
            }
            print(resource);
        }
    }

    /** What a resource holds. */
    void print(ResourceContents contents) {
        if (contents instanceof TextResourceContents text) {
            text(text.text());
        } else if (contents instanceof BlobResourceContents blob) {
            bytes("resource", blob.uri(), blob.mimeType(), blob.bytes());
        }
    }

    private void text(String text) {
        String visible = Visible.text(text);
        screen.line(visible.endsWith("\n") ? visible.substring(0, visible.length() - 1) : visible);
    }

    private void bytes(String kind, @Nullable String uri, @Nullable String mimeType, byte[] bytes) {
        Path saved = storage.save(bytes, mimeType);
        label(
                kind,
                uri,
                mimeType,
                Sizes.words(bytes.length),
                saved == null ? null : "saved as " + Visible.line(saved.toString()));
    }

    private void link(Resource resource) {
        label(
                "link",
                resource.uri(),
                resource.title() == null ? resource.name() : resource.title(),
                resource.mimeType(),
                resource.size() == null ? null : Sizes.words(resource.size()));
    }

    private void label(String kind, @Nullable String... words) {
        List<String> all = new ArrayList<>();
        for (String word : words) {
            if (word != null && !word.isBlank()) {
                all.add(Visible.line(word));
            }
        }
        screen.line("[" + kind + " " + String.join(", ", all) + "]");
    }
}
