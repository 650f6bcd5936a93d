/* Small XML parser, sufficient to reject what Windows' setup would reject and to find a value by its path. */
#ifndef XML_H
#define XML_H

#define XML_DEPTH 32
#define XML_NAME 64
#define XML_VALUE 512

struct xml_attribute {
  char name[XML_NAME], value[XML_VALUE];
};

/* Open element with its attributes. */
struct xml_element {
  char name[XML_NAME];
  struct xml_attribute attributes[16];
  int count;
};

/* Called at each end tag with the open elements (the closing one last) and the element's own text. */
typedef void (*xml_end)(struct xml_element *stack, int depth, const char *text);

/* Returns 0 if the document is well formed, otherwise 1 with an error message in xml_error. */
int xml_read(const char *document, xml_end end);
extern const char *xml_error;

/* Returns the attribute's value, or "" if it is missing. */
const char *xml_attribute(const struct xml_element *element, const char *name);

#endif
