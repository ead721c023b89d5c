package dev.tenon.cli.client;

import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
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

/** Prints content: text in full, anything else as one line that describes it. */
record ContentPrinter(TerminalOutput screen, ContentFileWriter storage) {
    void print(Content content) {
        if (content instanceof TextContent text) {
            printText(text.text());
        } else if (content instanceof ImageContent image) {
            saveAndPrintBinary("image", null, image.mimeType(), image.bytes());
        } else if (content instanceof AudioContent audio) {
            saveAndPrintBinary("audio", null, audio.mimeType(), audio.bytes());
        } else if (content instanceof ResourceLink link) {
            printLink(link.resource());
        } else if (content instanceof EmbeddedResource embedded) {
            ResourceContents resource = embedded.resource();
            if (resource instanceof TextResourceContents text) {
                printLabel("resource", text.uri(), text.mimeType());
            }
            print(resource);
        }
    }

    /** Prints the contents of a resource. */
    void print(ResourceContents contents) {
        if (contents instanceof TextResourceContents text) {
            printText(text.text());
        } else if (contents instanceof BlobResourceContents blob) {
            saveAndPrintBinary("resource", blob.uri(), blob.mimeType(), blob.bytes());
        }
    }

    private void printText(String text) {
        String visible = TextEscaper.escapeText(text);
        screen.printLine(visible.endsWith("\n") ? visible.substring(0, visible.length() - 1) : visible);
    }

    private void saveAndPrintBinary(String kind, @Nullable String uri, @Nullable String mimeType, byte[] bytes) {
        Path saved = storage.saveIfDirectoryGiven(bytes, mimeType);
        String note = saved == null ? null : "saved as " + TextEscaper.escapeLine(saved.toString());
        printLabel(kind, uri, mimeType, ByteSizeFormatter.format(bytes.length), note);
    }

    private void printLink(Resource resource) {
        String title = resource.title() == null ? resource.name() : resource.title();
        String size = resource.size() == null ? null : ByteSizeFormatter.format(resource.size());
        printLabel("link", resource.uri(), title, resource.mimeType(), size);
    }

    private void printLabel(String kind, @Nullable String... words) {
        List<String> all = new ArrayList<>();
        for (String word : words) {
            if (word != null && !word.isBlank()) {
                all.add(TextEscaper.escapeLine(word));
            }
        }
        screen.printLine("[" + kind + " " + String.join(", ", all) + "]");
    }
}
